/** The environment variables of the checker's function about the public page. */

/** The bucket and the address of the public page. */
export interface PageEnvironment {
  readonly bucket: string;
  readonly region: string;
  /** The end of the names of AWS's servers in the bucket's partition, such as `amazonaws.com`. */
  readonly urlSuffix: string;
  /** The id of the account that the bucket has to belong to. */
  readonly owner: string;
  /** The address of the page if the config has none; it ends in a slash. */
  readonly url: string;
}

/** The names of the variables, for the stack that sets them. */
export const PAGE_VARIABLES: Readonly<Record<keyof PageEnvironment, string>> = {
  bucket: 'STATUSWATCH_PAGE_BUCKET',
  region: 'STATUSWATCH_PAGE_REGION',
  urlSuffix: 'STATUSWATCH_PAGE_URL_SUFFIX',
  owner: 'STATUSWATCH_PAGE_OWNER',
  url: 'STATUSWATCH_PAGE_URL',
};

/** Parses the environment; `null` if there is no public page. */
export function readPageEnvironment({
  [PAGE_VARIABLES.bucket]: bucket,
  [PAGE_VARIABLES.region]: region,
  [PAGE_VARIABLES.urlSuffix]: urlSuffix,
  [PAGE_VARIABLES.owner]: owner,
  [PAGE_VARIABLES.url]: url = '',
}: Readonly<Record<string, string | undefined>>): PageEnvironment | null {
  return bucket && region && urlSuffix && owner ? { bucket, region, urlSuffix, owner, url } : null;
}
