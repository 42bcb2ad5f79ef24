/** Ranges that are not routed publicly, as first and last address (RFC 6890 and its updates). */
const PRIVATE_V4: readonly (readonly [first: number, last: number])[] = [
  [0x00000000, 0x00ffffff], // 0.0.0.0/8
  [0x0a000000, 0x0affffff], // 10.0.0.0/8
  [0x64400000, 0x647fffff], // 100.64.0.0/10
  [0x7f000000, 0x7fffffff], // 127.0.0.0/8
  [0xa9fe0000, 0xa9feffff], // 169.254.0.0/16
  [0xac100000, 0xac1fffff], // 172.16.0.0/12
  [0xc0a80000, 0xc0a8ffff], // 192.168.0.0/16
  [0xc6120000, 0xc613ffff], // 198.18.0.0/15
  // The metadata addresses of two large clouds; the second is in a public range.
  [0x646464c8, 0x646464c8], // 100.100.100.200
  [0xa83f8110, 0xa83f8110], // 168.63.129.16
];

/**
 * Returns an IPv4 address as a number, in any notation that resolvers accept: dotted, shortened (`127.1`), octal, hexadecimal
 * or one whole number. Returns `undefined` if it is not an address.
 */
function v4Number(text: string): number | undefined {
  const parts = text.split(".").map(partNumber);
  const last = parts.at(-1);
  if (parts.length > 4 || last === undefined || parts.some((part) => part === undefined)) return undefined;
  const leading = parts.slice(0, -1) as number[];
  if (leading.some((part) => part > 255) || last >= 256 ** (5 - parts.length)) return undefined;
  return leading.reduce((sum, part, index) => sum + part * 256 ** (3 - index), last);
}

function partNumber(part: string): number | undefined {
  if (/^0x[0-9a-f]{1,8}$/i.test(part)) return Number.parseInt(part, 16);
  if (/^0[0-7]{1,11}$/.test(part)) return Number.parseInt(part, 8);
  return /^\d{1,10}$/.test(part) ? Number(part) : undefined;
}

/** Whether an IPv4 address, in any notation, is private, loopback, link-local, shared (CGNAT) or that of a metadata service. */
export function isPrivateV4(text: string): boolean {
  const address = v4Number(text);
  return address !== undefined && PRIVATE_V4.some((range) => range[0] <= address && address <= range[1]);
}

/**
 * Whether an IPv6 address is loopback, unspecified, link-local, site-local or unique local, or wraps a private IPv4 address. A
 * port may follow without brackets, as Node prints it.
 */
export function isPrivateV6(text: string): boolean {
  const [address = ""] = text.toLowerCase().split("%", 1);
  if (!/^[0-9a-f:.]+$/.test(address) || !address.includes(":")) return false;
  if (/^::1?(?::\d{1,5})?$/.test(address) || /^(?:0{1,4}:){7}0{0,3}[01](?::\d{1,5})?$/.test(address)) return true;
  if (/^(?:f[cd][0-9a-f]{2}|fe[89a-f][0-9a-f]):/.test(address)) return true;
  const mapped = /^(?:::(?:ffff:(?:0:)?)?|(?:0{1,4}:){5}ffff:|64:ff9b::)(\d{1,3}(?:\.\d{1,3}){3})/.exec(address)?.[1];
  if (mapped !== undefined) return isPrivateV4(mapped);
  // The last of these is 6to4 (RFC 3056), whose network follows.
  const halves =
    /^(?:::ffff:|(?:0{1,4}:){5}ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})(?::\d{1,5})?$/.exec(address) ??
    /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(address);
  if (halves === null) return false;
  const [, high = "", low = ""] = halves;
  return isPrivateV4(String(Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16)));
}
