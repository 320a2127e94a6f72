/** The story of an incident as Markdown: a text to copy, and a button that does so where the page's script runs. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentDocument } from '../../core/documents/incident-document';
import type { TimelineDocument } from '../../core/documents/timeline-document';
import { storyMarkdown } from './story-markdown';

interface PasteStoryProps {
  readonly deployment: DeploymentDocument;
  readonly incident: IncidentDocument;
  readonly timeline: TimelineDocument;
}

/** Closed at first. Without a script the text is selected and copied by hand. */
export function PasteStory({ deployment, incident, timeline }: PasteStoryProps) {
  const { at, deployed, intervalSeconds } = deployment;
  const { service } = incident;
  const story = { ...timeline, at, service, deployed, intervalSeconds, incident, problem: null };
  return (
    <section class="paste" aria-label="To paste elsewhere">
      <button type="button" id="copy-story" aria-controls="story-markdown" hidden>
        Copy as Markdown
      </button>{' '}
      <span id="copied" role="status" />
      <details id="story-details">
        <summary>As Markdown, without addresses</summary>
        <textarea id="story-markdown" aria-label="The story as Markdown" rows={16} readonly>
          {storyMarkdown(story, { withAddresses: false })}
        </textarea>
      </details>
    </section>
  );
}
