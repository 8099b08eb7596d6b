/** What lies on a desk of the workshop, kept on the server under its link as well: one way for lists, scenarios and house rules. */
import { Refused } from "../../api/http";
import type { OnServer } from "./kept";
import { workshop } from "./server";

/** A desk: where its thing lies on the server, its text as it is now (empty while that is worked out), and why the server has not got it. */
export interface Shelved {
  server: OnServer | null;
  readonly toml: string;
  unsaved: string;
}

/** The server gets what lies on the desk, and whatever is changed on it while that is sent. */
export async function sendOn(desk: Shelved): Promise<void> {
  try {
    while (desk.server && desk.toml && desk.toml !== desk.server.text) {
      const text = desk.toml;
      const { id, key, version: before } = desk.server;
      const { version } = await workshop.saveAgain(id, before, text, key);
      desk.server = { ...desk.server, version, text };
      desk.unsaved = "";
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 404) desk.server = null;
    desk.unsaved = error.status === 412 ? "under its link somebody has changed it since" : error.status === 404 ? "its link is gone" : "the server did not take it";
  }
}

/** On the server from now on; the address under which anybody may open a copy. */
export async function shareOn(desk: Shelved, kind: Parameters<typeof workshop.save>[0], text: string): Promise<string> {
  if (!desk.server) {
    const { id, version } = await workshop.save(kind, text);
    desk.server = { id, version, shared: null, text };
  }
  const { shared, version } = await workshop.share(desk.server.id, desk.server.key);
  desk.server = { ...desk.server, shared, version: Math.max(version, desk.server.version) };
  return shared ?? "";
}
