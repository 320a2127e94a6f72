/** More facts about a service, as a quiet list: objectives, certificates, clues and warnings. */

import type { CertificateDocument, ServiceDocument } from '../../core/documents/service-document';
import { knownFigures } from '../../core/documents/words/figures-words';
import { plural } from '../../core/documents/words/format';
import { objectiveWords } from '../../core/documents/words/objective-words';
import { capitalized } from '../../core/words/capitalized';
import { Fact } from '../parts/fact';
import { Time } from '../parts/time';

interface FactsProps {
  readonly service: ServiceDocument;
  readonly now: number;
}

export function Facts({ service, now }: FactsProps) {
  const { objective, certificate, clientCertificate, clues, warnings, lastHealthy, verdict } = service;
  const isEmpty =
    objective.length + clues.length + warnings.length === 0 &&
    certificate === null &&
    clientCertificate === null &&
    (verdict === 'healthy' || lastHealthy === null);
  if (isEmpty) return null;
  return (
    <section class="facts" aria-labelledby="facts-title">
      <div class="toolbar">
        <h2 id="facts-title">Facts</h2>
      </div>
      <dl class="card box">
        {clues.length > 0 && <Fact name="Clues">{lines(clues.map(({ message }) => capitalized(message)))}</Fact>}
        {objective.length > 0 && (
          <Fact name="Objective">
            {lines(
              objective.map((standing) => {
                const { reached, budget, others } = objectiveWords(standing, now);
                return capitalized([reached, ...(budget === null ? [] : [budget]), ...others].join(', '));
              }),
            )}
          </Fact>
        )}
        {warnings.length > 0 && (
          <Fact name="Warnings">{lines(warnings.map(({ message }) => capitalized(message)))}</Fact>
        )}
        {certificate !== null && <Fact name="TLS certificate">{certificateText(certificate)}</Fact>}
        {clientCertificate !== null && <Fact name="Client certificate">{certificateText(clientCertificate)}</Fact>}
        {verdict !== 'healthy' && lastHealthy !== null && (
          <Fact name="Last healthy">
            <LastHealthy report={lastHealthy} now={now} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

function lines(texts: readonly string[]) {
  return (
    <>
      {texts.map((text) => (
        <p>{text}</p>
      ))}
    </>
  );
}

interface LastHealthyProps {
  readonly report: NonNullable<ServiceDocument['lastHealthy']>;
  readonly now: number;
}

function LastHealthy({ report, now }: LastHealthyProps) {
  const figures = knownFigures(report);
  return (
    <>
      <Time at={Date.parse(report.at)} now={now} />
      {figures === '' ? '' : `, ${figures}`}
    </>
  );
}

function certificateText({ daysLeft, expiresAt, name }: CertificateDocument): string {
  const of = name === undefined ? '' : `, of the authority ${name}`;
  return `${plural(daysLeft, 'day')} left, until ${expiresAt.slice(0, 10)}${of}`;
}
