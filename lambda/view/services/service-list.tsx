/** The listed services below a header of columns, the worst first. In a long list, healthy services are lines, and each group has a heading. */

import { raw } from 'hono/html';
import { type Address, addressPath } from '../../core/documents/address';
import type { DeploymentDocument, GroupDocument, ServiceBrief } from '../../core/documents/deployment-document';
import type { ServiceRow as Row } from '../../core/documents/service-document';
import { summaryStateOf } from '../../core/documents/state';
import { plural } from '../../core/documents/words/format';
import { ackWord } from '../../core/documents/words/hold-words';
import { silenceWord } from '../../core/documents/words/silence-words';
import { grouped } from '../../core/words/in-batches';
import type { PageControls } from '../controls/page-controls';
import { ServiceLink } from '../controls/service-link';
import { StateIcon, StateMark } from '../parts/state-marks';
import { type Column, ColumnHeads, columnsFor, type Listed } from './columns';
import { ServiceRow } from './service-row';

interface RowsProps extends Listed {
  readonly rows: readonly Row[];
  readonly controls: PageControls | null;
}

interface ListProps extends Omit<RowsProps, 'now'> {
  readonly deployment: DeploymentDocument;
  /** Whether healthy services are shown as lines. */
  readonly isDense: boolean;
  readonly isGrouped: boolean;
  /** Whether a group is folded if all its services are healthy. */
  readonly folds: boolean;
}

/** From this many services on, groups have headings, and the list can be searched. */
export const MANY = 20;
/** From this many services on, healthy services are lines. */
export const DENSE = 60;

export function ServiceList({ deployment, isDense, isGrouped, folds, ...list }: ListProps) {
  const List = isDense ? DenseRows : Rows;
  const now = Date.parse(deployment.at);
  if (!isGrouped || deployment.groups.length === 0) return <List {...list} now={now} />;
  const briefs = grouped(deployment.services, ({ group }) => group);
  return (
    <>
      {deployment.groups.map((group) => {
        const rows = list.rows.filter((row) => row.group === group.name);
        if (rows.length === 0) return null;
        const isWell = group.healthy === group.services;
        // The id keeps a group folded while views are renewed, until its health changes.
        const id = `${isWell ? 'well' : 'ill'}-group-${encodeURIComponent(group.name ?? '')}`;
        return (
          <div class="of-group">
            <OnlyGroup name={group.name} address={list.address} />
            <details id={id} open={!(isWell && folds)}>
              <summary>
                <Heading group={group} briefs={briefs.get(group.name) ?? []} listed={rows.length} />
              </summary>
              <List {...list} rows={rows} now={now} />
            </details>
          </div>
        );
      })}
    </>
  );
}

function Rows({ rows, controls, ...listed }: RowsProps) {
  if (rows.length === 0) return null;
  const columns = columnsFor(rows);
  return (
    <div class="services">
      <ColumnHeads columns={columns} rows={rows} {...listed} />
      <ul>
        {rows.map((row) => (
          <ServiceRow row={row} columns={columns} controls={controls} {...listed} />
        ))}
      </ul>
    </div>
  );
}

/** Draws healthy services as lines, below the others. */
function DenseRows({ rows, controls, ...listed }: RowsProps) {
  const lines = rows.filter(({ shown }) => shown === 'healthy');
  const columns = columnsFor(lines).filter(({ isInLines }) => isInLines);
  const hasAims = columns.some(({ name }) => name === 'left');
  return (
    <>
      <Rows controls={controls} {...listed} rows={rows.filter(({ shown }) => shown !== 'healthy')} />
      {lines.length > 0 && (
        <ul class={`lines${hasAims ? ' aims' : ''}`} aria-label={`${lines.length} healthy`}>
          {lines.map((row) => (
            <ServiceLine row={row} columns={columns} {...listed} />
          ))}
        </ul>
      )}
    </>
  );
}

interface HeadingProps {
  readonly group: GroupDocument;
  readonly briefs: readonly ServiceBrief[];
  /** The number of its listed services. */
  readonly listed: number;
}

/** Draws `payments`, a square for each service, `7 of 9 down`; the worst state if none is down. */
function Heading({ group: { name, services, healthy, down, worst }, briefs, listed }: HeadingProps) {
  return (
    <>
      <h3>{name ?? 'no group'}</h3>
      <span class={down > 0 ? 'when down' : 'when'}>
        {down > 0 ? `${down} of ${services} down` : `${healthy} of ${services} healthy`}
        {listed < services && `, ${listed} of them listed`}
      </span>
      {down === 0 && worst !== 'healthy' && <StateMark state={worst} />}
      <span class="grid row" aria-hidden="true">
        {raw(
          briefs
            .slice(0, SQUARES)
            .map(({ shown }) => `<i class="${summaryStateOf(shown)}"></i>`)
            .join(''),
        )}
      </span>
    </>
  );
}

/** The most squares in the heading of a group. */
const SQUARES = 60;

/** Draws the link to a single group; a widget has none. It is outside the heading, since a summary must not contain other controls. */
function OnlyGroup({ name, address }: { readonly name: string | null; readonly address: Address }) {
  if (name === null) return null;
  return <a href={addressPath({ ...address, group: name, page: 1 })}>only {name}</a>;
}

interface LineProps extends Listed {
  readonly row: Row;
  readonly columns: readonly Column[];
}

function ServiceLine({ row, columns, ...listed }: LineProps) {
  const { service: id, silence, ack, warnings } = row;
  return (
    <li class="line healthy" id={`service-${id}`} data-service={id} data-state="healthy">
      <span class="state healthy">
        <StateIcon state="healthy" />
        <span class="hidden">Healthy</span>
      </span>
      <span class="name">
        <ServiceLink address={listed.address} id={id}>
          {id}
        </ServiceLink>
        {silence !== null && <span class="note"> {silenceWord(silence)}</span>}
        {ack !== null && <span class="note"> {ackWord(ack)}</span>}
        {warnings.length > 0 && <span class="note warning"> {plural(warnings.length, 'warning')}</span>}
      </span>
      {columns.map(({ name, term, cell, isFilled }) => (
        <span class={name}>
          {name === 'left' && <span class="hidden">{term} </span>}
          {isFilled(row) && cell(row, listed)}
        </span>
      ))}
    </li>
  );
}
