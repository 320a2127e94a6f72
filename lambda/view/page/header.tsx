/** The header of each view of a page: the deployment, its pages, when it was checked, and the button that unlocks actions. */

import type { Child } from 'hono/jsx';
import { type Address, addressPath, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { describeDuration } from '../../core/words/duration';
import type { PageControls } from '../controls/page-controls';
import { Checked } from './overview';

interface HeaderProps {
  readonly deployment: DeploymentDocument;
  readonly address: Address;
  readonly controls: PageControls | null;
}

export function Header({ deployment, address, controls }: HeaderProps) {
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
        <ActionsButton controls={controls} />
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

/**
 * Draws a button that the page's script shows, with the reader whose actions are unlocked. Without a script each action asks for the token.
 */
function ActionsButton({ controls }: { readonly controls: PageControls | null }) {
  if (controls === null) return null;
  return (
    <button type="button" id="actions" hidden>
      {controls.needsToken && (
        <svg viewBox="0 0 12 14" aria-hidden="true">
          <rect x="1.5" y="6" width="9" height="6.5" rx="1.5" />
          <path class="shut" d="M3.5 6V4a2.5 2.5 0 0 1 5 0v2" />
          <path class="open" d="M3.5 6V4a2.5 2.5 0 0 1 4.7-1.2" />
        </svg>
      )}
      <span />
    </button>
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
