/** The key `statusPage` as a config file has it. */

import { formatDuration } from '../../core/words/duration';
import type { StatusPage } from '../core/status-page';

export function describeStatusPage(page: StatusPage): object {
  const { title, url, components, minDurationMs, logo, favicon, support } = page;
  const entries = components.map(({ group, services: [id], name, heading }) => ({
    ...(group === null ? { id } : { group }),
    name,
    under: heading,
  }));
  const { name: domain = null, certificateArn = null } = page.domain ?? {};
  return {
    title,
    url,
    domain,
    certificateArn,
    region: page.region,
    minDuration: formatDuration(minDurationMs),
    logo: logo?.file,
    favicon: favicon?.file,
    support,
    services: entries,
  };
}
