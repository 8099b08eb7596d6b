import { describe, expect, it } from "vitest";

import type { Reach } from "../api/types";
import { addressesFor, likely, reachOf } from "./reach";

const door = (address: string, answers = true, reached = false) => ({ address, answers, reached });
const known = (reach: Partial<Reach>): Reach => ({ at_home: true, network: [], may_listen: false, listens: false, ...reach });
const page = (origin: string) => ({ origin, hostname: new URL(origin).hostname });

describe("how far a name reaches", () => {
  it.each(["localhost", "127.0.0.1", "127.8.9.1", "[::1]", "battles.localhost"])("%s: this computer", (name) => expect(reachOf(name)).toBe("here"));
  it.each(["192.168.1.24", "10.8.0.3", "172.16.0.1", "172.31.9.9", "100.64.0.9", "169.254.3.3", "desk", "desk.local", "[fd00::1]", "[fe80::1]"])(
    "%s: this network",
    (name) => expect(reachOf(name)).toBe("network"),
  );
  it.each(["battles.example.org", "203.0.113.9", "172.32.0.1", "100.128.0.1", "[2001:db8::1]"])("%s: anywhere", (name) => expect(reachOf(name)).toBe("elsewhere"));
});

describe("addresses for a friend", () => {
  const home = page("http://localhost:8000");

  it("knows none on the network where the server listens on this computer alone", () => {
    expect(addressesFor("network", home, known({ may_listen: true }))).toEqual([]);
    expect(addressesFor("network", home, null)).toEqual([]);
    expect(addressesFor("here", home, null)).toEqual(["http://localhost:8000"]);
  });

  it("names only those that answered, first those by which somebody came", () => {
    const reach = known({ network: [door("http://10.0.0.1:8000", false), door("http://10.0.0.2:8000"), door("http://10.0.0.3:8000", true, true)] });
    expect(addressesFor("network", home, reach)).toEqual(["http://10.0.0.3:8000", "http://10.0.0.2:8000"]);
  });

  it("takes the page's own address as far as it reaches", () => {
    expect(addressesFor("network", page("http://192.168.1.24:8000"), null)).toEqual(["http://192.168.1.24:8000"]);
    expect(addressesFor("elsewhere", page("http://192.168.1.24:8000"), null)).toEqual([]);
    expect(addressesFor("elsewhere", page("https://battles.example.org"), null)).toEqual(["https://battles.example.org"]);
  });

  it("asks first for the widest place that works", () => {
    expect(likely(home, known({}))).toBe("here");
    expect(likely(home, known({ may_listen: true }))).toBe("network");
    expect(likely(page("https://battles.example.org"), null)).toBe("elsewhere");
  });
});
