// How heavy the built page is, packed as it is sent. Fails when all of it together is more than it may be.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const PAGE = "../src/schiltron/server/page";
const MOST = 308_000;

const sent = (path) => (existsSync(`${path}.br`) ? statSync(`${path}.br`).size : statSync(path).size);
const files = readdirSync(PAGE, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(js|css|html|svg|woff2)$/.test(file))
  .map((file) => ({ file, size: sent(join(PAGE, file)) }))
  .sort((one, other) => other.size - one.size);
const total = files.reduce((sum, { size }) => sum + size, 0);

for (const { file, size } of files) console.log(`${String(size).padStart(8)}  ${file}`);
console.log(`${String(total).padStart(8)}  of ${MOST}`);
process.exitCode = total > MOST ? 1 : 0;
