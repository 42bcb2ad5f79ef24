import { readFileSync } from "node:fs";
import type { DefaultTheme, HeadConfig } from "vitepress";
import type { Address } from "../../scripts/release/address.ts";
import { ROOT } from "./sources.ts";

/** The icon as an address that holds the picture itself, so that it needs no request and works below any path. */
const ICON = `data:image/svg+xml,${encodeURIComponent(readFileSync(`${ROOT}site/icon.svg`, "utf8").replaceAll(/\n\s*/g, ""))}`;

export const ICON_LINK: HeadConfig = ["link", { rel: "icon", type: "image/svg+xml", href: ICON }];

/** What the bar shows, besides its links to pages: the icon, the name with the version, and the repository if its address is known. */
export function bar(address: Address | undefined): Pick<DefaultTheme.Config, "logo" | "siteTitle" | "socialLinks"> {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(`${ROOT}packages/core/package.json`, "utf8"),
  );
  const siteTitle = `uhp-errors <span class="version">${version}</span>`;
  if (address === undefined) return { logo: ICON, siteTitle };
  const link = address.repository;
  const icon = new URL(link).hostname === "github.com" ? "github" : "git";
  return { logo: ICON, siteTitle, socialLinks: [{ icon, link, ariaLabel: "Repository" }] };
}
