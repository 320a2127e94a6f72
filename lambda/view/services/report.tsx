/** The latest report of a service. */

import type { CertificateDocument, ServiceDocument } from '../../core/documents/service-document';
import { knownFigures } from '../../core/documents/words/figures-words';
import { plural } from '../../core/documents/words/format';
import { Time } from '../parts/time';

interface ReportProps {
  readonly service: ServiceDocument;
  readonly now: number;
}

type Field = readonly [name: string, value: string | number | null];

function fieldsOf({ report, errorBody }: ServiceDocument): readonly Field[] {
  if (report) {
    return [
      ['status', report.status],
      ['service', report.service],
      ['timestamp', report.timestamp],
      ['environment', report.environment],
      ['version', report.version],
      ['uptime (s)', report.uptime],
      ['memory.used (MB)', report.memory.used],
      ['memory.total (MB)', report.memory.total],
      ...Object.entries(report.others),
    ];
  }
  if (!errorBody) return [];
  return [
    ['error', errorBody.error],
    ['timestamp', errorBody.timestamp],
    ['service', errorBody.service],
  ];
}

const NO_REPORT = 'Nothing that is a report.';
const BY_STATUS_ALONE = 'It is healthy by its HTTP status alone.';

/** The report as received, without characters that do not print. */
export function ReportSection({ service, now }: ReportProps) {
  const { warnings, certificate, clientCertificate, verdict, lastHealthy } = service;
  const fields = fieldsOf(service).filter(([, value]) => value !== null);
  return (
    <section aria-labelledby="report-title">
      <h2 id="report-title">Last response</h2>
      {fields.length === 0 && <p class="none">{verdict === 'healthy' ? BY_STATUS_ALONE : NO_REPORT}</p>}
      <dl class="fields">
        {fields.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {certificate !== null && <CertificateField title="TLS certificate" certificate={certificate} />}
        {clientCertificate !== null && <CertificateField title="Client certificate" certificate={clientCertificate} />}
      </dl>
      {verdict !== 'healthy' && lastHealthy !== null && <LastWell report={lastHealthy} now={now} />}
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map(({ code, message }) => (
            <li class="warning">
              {message} <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface LastWellProps {
  readonly report: NonNullable<ServiceDocument['lastHealthy']>;
  readonly now: number;
}

function LastWell({ report, now }: LastWellProps) {
  const figures = knownFigures(report);
  return (
    <p class="none">
      Last healthy <Time at={Date.parse(report.at)} now={now} />
      {figures === '' ? '' : `: ${figures}`}.
    </p>
  );
}

function CertificateField({ title, certificate }: { title: string; certificate: CertificateDocument }) {
  const { daysLeft, expiresAt } = certificate;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {plural(daysLeft, 'day')} left, until {expiresAt.slice(0, 10)}
      </dd>
    </div>
  );
}
