/** The public page in the config. */

export interface StatusPage {
  readonly title: string;
  /** The address of the page, which ends in a slash; `null` if only the deployment knows it. */
  readonly url: string | null;
  /** The components, in the page's order. */
  readonly components: readonly PageComponent[];
  /** The minimum duration: shorter incidents are not published. */
  readonly minDurationMs: number;
  /** Stands before the title; `null` for none. */
  readonly logo: PageImage | null;
  /** `null` for the mark of the worst state. */
  readonly favicon: PageImage | null;
  /** Where visitors find help: an address of `https:`, `http:` or `mailto:`; `null` for no link. */
  readonly support: string | null;
  /** `null` for an address that CloudFront chooses. Only deploying uses it. */
  readonly domain: { readonly name: string; readonly certificateArn: string } | null;
  /** The region of the page's own stack; `null` if the page is a part of the stack. Only deploying uses it. */
  readonly region: string | null;
}

/** A picture of the page, whole within the page: the page loads nothing else. */
export interface PageImage {
  /** The path of its file, as the config has it. */
  readonly file: string;
  /** A `data:` URL of a type that `imageUrl` takes. */
  readonly url: string;
}

/** The most public names that a sentence has: the rest is a number. */
export const MOST_NAMED = 3;

/** A line of the page: a service, or all services of a group. */
export interface PageComponent {
  /** Its name for the public; no two have the same. */
  readonly name: string;
  /** The heading above it; `null` for none. */
  readonly heading: string | null;
  /** The group of its services; `null` if it is a single service. */
  readonly group: string | null;
  /** The ids of its services. No service is in two components. */
  readonly services: readonly string[];
}

/** Returns a name as part of an address: `Customer accounts` becomes `customer-accounts`; `null` if nothing is left. */
export function slugOf(name: string): string | null {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? null : slug;
}

/** The name of the page's own stack: deployments of the same name in several regions may have their pages in the same region. */
export function pageStackName(name: string, checkerRegion: string): string {
  return `${name}-status-page-${checkerRegion}`;
}
