/** The header of each view of a page: the deployment, its pages, when it was checked, and who has unlocked actions. */

import type { Child } from 'hono/jsx';
import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { describeDuration } from '../../core/words/duration';
import type { PageControls } from '../controls/page-controls';
import { Checked } from './overview';
import { PAGE_PATHS } from './page-paths';

interface HeaderProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
  /** The name of who has unlocked the page; `null` while it is locked. */
  readonly reader: string | null;
}

export function Header({ deployment, address, controls, reader }: HeaderProps) {
  return (
    <header class="top">
      <Brand deployment={deployment} />
      <nav aria-label="Pages">
        <PageLink to={START} isCurrent={address.of === 'services'}>
          Overview
        </PageLink>
        <PageLink to={{ ...START, of: 'incidents' }} isCurrent={address.of === 'incidents'}>
          Incidents
        </PageLink>
        <PageLink to={{ ...START, of: 'report' }} isCurrent={address.of === 'report'}>
          Report
        </PageLink>
      </nav>
      <div class="more">
        <span class="live">
          {deployment.checkedAt === null ? 'Not checked yet' : <Checked deployment={deployment} />}
          <span class="wide"> · every {describeDuration(deployment.intervalSeconds * 1_000)}</span>
        </span>
        <ZoneButton id="zone" />
        {reader === null ? (
          <UnlockLink controls={controls} />
        ) : (
          <ReaderMenu deployment={deployment} address={address} controls={controls} reader={reader} />
        )}
      </div>
    </header>
  );
}

/** Draws the button that shows local times, or times in UTC; only the page's script enables it. */
export function ZoneButton({ id }: { readonly id: string }) {
  return (
    <button type="button" id={id} class="plain zone" disabled>
      UTC
    </button>
  );
}

/** Draws the name of the deployment, which links to the overview. */
export function Brand({ deployment }: Pick<HeaderProps, 'deployment'>) {
  return (
    <a class="brand" href="/">
      <Logo />
      {deployment.deployment}
    </a>
  );
}

interface PageLinkProps {
  readonly to: Address;
  readonly isCurrent: boolean;
  readonly children: Child;
}

function PageLink({ to, isCurrent, children }: PageLinkProps) {
  return (
    <a href={addressPath(to)} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** Links to the page that unlocks actions; the page's script opens a dialog instead. */
function UnlockLink({ controls }: Pick<HeaderProps, 'controls'>) {
  if (!controls?.needsToken) return null;
  return (
    <a id="actions" class="button locked" href={PAGE_PATHS.unlock} aria-label="Unlock actions">
      <Padlock shackle="M5 7V5a3 3 0 0 1 6 0v2" />
      <span>Unlock actions</span>
    </a>
  );
}

/** Draws the reader's name, with the button that locks the page, or forgets the name if the page needs no token. */
function ReaderMenu({ deployment, address, controls, reader }: HeaderProps & { readonly reader: string }) {
  const isLockable = deployment.deployed || controls?.needsToken;
  return (
    <details id="actions" class="acts">
      <summary class="button">
        {isLockable && <Padlock shackle="M5 7V5a3 3 0 0 1 5.8-1" />}
        <span>
          {reader}
          {controls?.needsToken && <span class="wide"> · actions unlocked</span>}
        </span>
      </summary>
      <form method="post" action={PAGE_PATHS.lock}>
        <input type="hidden" name="back" value={addressPath(address)} />
        <p>
          <button type="submit">{isLockable ? 'Lock' : 'Forget my name'}</button>
        </p>
      </form>
    </details>
  );
}

function Padlock({ shackle }: { readonly shackle: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <rect x="3" y="7" width="10" height="6.5" rx="1.5" />
      <path d={shackle} />
    </svg>
  );
}

function Logo() {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <rect width="20" height="20" rx="5" fill="var(--text)" />
      <path
        d="M5 13v-3M8.3 13V7.5M11.7 13V5.5M15 13V9"
        stroke="var(--page)"
        stroke-width="1.8"
        stroke-linecap="round"
      />
    </svg>
  );
}
