/** The stored part of a service's last response body. */

import type { ServiceDocument } from '../../core/documents/service-document';

const NO_ANSWER = 'No answer came.';
const NO_REPORT = 'It was not a report, so it is not stored.';
const BY_STATUS_ALONE = 'Healthy by its HTTP status; the body is not stored.';

/** Draws the body without characters that do not print. */
export function ResponseBody({ service }: { readonly service: ServiceDocument }) {
  const fields = fieldsOf(service);
  return (
    <section class="response" aria-labelledby="report-title">
      <div class="toolbar">
        <h2 id="report-title">Response body</h2>
        {fields.length > 0 && (
          <button type="button" data-copies="response-body" class="plain" hidden>
            Copy
          </button>
        )}
        <span id="copied" role="status" />
      </div>
      <div class="card box">
        {fields.length === 0 ? (
          <p class="none">{emptyText(service)}</p>
        ) : (
          <pre id="response-body">
            {'{\n'}
            {fields.map(([name, value], index) => (
              <>
                {'  '}
                <b>{JSON.stringify(name)}</b>: {value}
                {index < fields.length - 1 ? ',\n' : '\n'}
              </>
            ))}
            {'}'}
          </pre>
        )}
      </div>
    </section>
  );
}

function emptyText({ verdict, httpStatus }: ServiceDocument): string {
  if (httpStatus === null) return NO_ANSWER;
  return verdict === 'healthy' ? BY_STATUS_ALONE : NO_REPORT;
}

/** Returns the stored fields of a body, each as JSON. */
function fieldsOf({ report, errorBody }: ServiceDocument): readonly (readonly [name: string, json: string])[] {
  if (report !== null) {
    const { status, service, timestamp, environment, version, uptime, memory, others } = report;
    const own = { status, service, timestamp, environment, version, uptime };
    return [
      ...knownIn(own),
      ...(memory.used === null && memory.total === null ? [] : [['memory', memoryJson(memory)] as const]),
      ...Object.entries(others).map(([name, value]) => [name, otherJson(value)] as const),
    ];
  }
  return errorBody === null ? [] : knownIn({ ...errorBody });
}

function knownIn(fields: Readonly<Record<string, string | number | null>>) {
  return Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [[name, JSON.stringify(value)] as const],
  );
}

function memoryJson(memory: NonNullable<ServiceDocument['report']>['memory']): string {
  const parts = knownIn({ used: memory.used, total: memory.total }).map(([name, json]) => `"${name}": ${json}`);
  return `{ ${parts.join(', ')} }`;
}

/** Returns the JSON of another field, of which only the text or possibly cut JSON is stored. */
function otherJson(value: string): string {
  const isJson = /^(?:[[{\d-]|true$|false$|null$)/.test(value) && isParsed(value);
  return isJson ? value : JSON.stringify(value);
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
