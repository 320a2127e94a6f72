/** The incidents that are over, the newest first. */

import type { Known } from './known';
import type { LinkTarget } from './link-target';
import type { Story } from './stories';
import { AllIncidents, StoryLine } from './story';

interface PastProps {
  readonly known: Known;
  readonly stories: readonly Story[];
  readonly target: LinkTarget;
  /** How many are listed. */
  readonly most: number;
  /** The service that they are of; `null` for all services. */
  readonly service?: string | null;
}

export function PastIncidents({ known, stories, target, most, service = null }: PastProps) {
  const past = stories.filter(({ resolvedAt }) => resolvedAt !== null);
  return (
    <section class="records" id="incidents" aria-labelledby="incidents-title">
      <h2 id="incidents-title">Past incidents</h2>
      {past.length === 0 && <p class="none">None yet. An incident is listed here once it is over.</p>}
      <ol>
        {past.slice(0, most).map((story) => (
          <StoryLine known={known} story={story} target={target} />
        ))}
      </ol>
      {past.length > most && (
        <p class="none">
          and {past.length - most} before these: <AllIncidents target={target} service={service} />
        </p>
      )}
    </section>
  );
}
