/** The story of an incident as Markdown: a text to copy, and a button that does so where the page's script runs. */

import type { DeploymentDocument } from '../../core/documents/deployment-document';
import type { IncidentDocument } from '../../core/documents/incident-document';
import type { TimelineDocument } from '../../core/documents/incident-story/timeline';
import { storyMarkdown } from './story-markdown';

/** Draws the buttons, and a place for their result. */
export function CopyStory() {
  return (
    <>
      <button type="button" data-copies="" hidden>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M6 8a2.5 2.5 0 0 0 3.6.2l2-2A2.5 2.5 0 0 0 8 2.6l-1 1M8 6a2.5 2.5 0 0 0-3.6-.2l-2 2A2.5 2.5 0 0 0 6 11.4l1-1" />
        </svg>
        Copy link
      </button>{' '}
      <button type="button" data-copies="story-markdown" aria-controls="story-markdown" hidden>
        <svg viewBox="0 0 14 14" aria-hidden="true">
          <path d="M5 5V2.5a1 1 0 0 1 1-1h5.5a1 1 0 0 1 1 1V8a1 1 0 0 1-1 1H9M2.5 5H8a1 1 0 0 1 1 1v5.5a1 1 0 0 1-1 1H2.5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z" />
        </svg>
        Copy as Markdown
      </button>{' '}
      <span id="copied" role="status" />
    </>
  );
}

interface PasteStoryProps {
  readonly deployment: DeploymentDocument;
  readonly incident: IncidentDocument;
  readonly timeline: TimelineDocument;
}

/** Draws the text, closed at first. Without a script it is selected and copied by hand. */
export function PasteStory({ deployment, incident, timeline }: PasteStoryProps) {
  const { at, deployed, intervalSeconds } = deployment;
  const { service } = incident;
  const story = { ...timeline, at, service, deployed, intervalSeconds, incident, problem: null };
  return (
    <details class="paste" id="story-details">
      <summary>As Markdown, without addresses</summary>
      <textarea id="story-markdown" aria-label="The story as Markdown" rows={16} readonly>
        {storyMarkdown(story, { withAddresses: false })}
      </textarea>
    </details>
  );
}
