/** The report within the page: with the other times that it can be of, and a button that prints it. */

import { addressPath, REPORT_DAYS, START } from '../../core/documents/address';
import type { DeploymentDocument } from '../../core/documents/deployment-document';
import { MOST_REPORTED, type ReportPageDocument } from '../../core/documents/report/report-page-document';
import { Problems } from '../parts/problems';
import { Report } from './report';

interface ReportPageProps {
  readonly content: ReportPageDocument;
  readonly deployment: DeploymentDocument;
}

export function ReportPage({ content: { report, days }, deployment }: ReportPageProps) {
  return (
    <main>
      <Problems problems={deployment.problems} />
      {report === null ? (
        <div class="report">
          <header class="title">
            <h1>Service report: {deployment.deployment}</h1>
          </header>
          <p>
            This page reports on up to {MOST_REPORTED} services. For more, use{' '}
            <code>
              statuswatch report
              {deployment.deployed ? ` --deployed ${deployment.deployment}` : ''}
            </code>
          </p>
        </div>
      ) : (
        <Report report={report}>
          <nav aria-label="Time of the report">
            <ul class="choices">
              {REPORT_DAYS.map((choice) => (
                <li>
                  <a
                    href={addressPath({ ...START, of: 'report', days: choice })}
                    aria-current={choice === days ? 'true' : undefined}
                  >
                    {choice} days
                  </a>
                </li>
              ))}
            </ul>
            {/* The page's script shows it. */}
            <button type="button" id="print" hidden>
              Print
            </button>
          </nav>
        </Report>
      )}
    </main>
  );
}
