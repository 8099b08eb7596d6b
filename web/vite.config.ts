import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const server = process.env.SCHILTRON_SERVER ?? "http://127.0.0.1:8000";
const page = "../src/schiltron/server/page";

/** Packs every text file once, as small as it gets: the server sends what lies beside a file. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    closeBundle() {
      for (const file of readdirSync(page, { recursive: true, encoding: "utf8" })) {
        if (!/\.(js|css|html|svg)$/.test(file)) continue;
        const path = join(page, file);
        const body = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
        writeFileSync(`${path}.br`, brotliCompressSync(body, { params }));
        writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), packed()],
  // What is drawn by the server too lies in its package.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server, ws: true } } },
  build: {
    outDir: page,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], isolate: false },
});
