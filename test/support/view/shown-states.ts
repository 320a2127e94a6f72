/** What a view shows, read from its HTML: the state of each service, and the sentence about all, without times. */

export interface ViewStates {
  readonly summary: string;
  /** Verdicts or `unknown`, by service. */
  readonly states: Readonly<Record<string, string>>;
}

export function shownIn(html: string): ViewStates {
  const states = [...html.matchAll(/ data-service="([^"]*)" data-state="([^"]*)"/g)];
  return {
    summary: / data-summary="([^"]*)"/.exec(html)?.[1] ?? '',
    states: Object.fromEntries(states.map(([, service = '', state = '']) => [service, state])),
  };
}
