/** The listed services: a table, the worst first. In a long one, groups are rows that unfold. */

import { type Address, addressPath } from '../../core/documents/address';
import type { DeploymentDocument, GroupDocument } from '../../core/documents/deployment-document';

import type { ServiceRow as Row } from '../../core/documents/service-document';
import { summaryStateOf } from '../../core/documents/state';
import { isNamed } from '../../core/words/ids';
import { actedOn } from '../controls/acted-on';
import { ActMenu } from '../controls/acts';
import type { PageControls } from '../controls/page-controls';
import { ServiceLink } from '../controls/service-link';
import { StateIcon, StateMark } from '../parts/state-marks';
import { type Column, ColumnHeads, columnsFor, type Listed } from './columns';
import { Remarks } from './remarks';

interface ListProps extends Omit<Listed, 'now'> {
  readonly rows: readonly Row[];
  readonly deployment: DeploymentDocument;
  readonly controls: PageControls | null;
  readonly isGrouped: boolean;
}

/** What is drawn of each row. */
interface RowsProps extends Listed {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly controls: PageControls | null;
}

export function ServiceList({ deployment, isGrouped, ...list }: ListProps) {
  const { rows, address } = list;
  if (rows.length === 0) return null;
  const drawn = { ...list, columns: columnsFor(rows), now: Date.parse(deployment.at) };
  return (
    <div class={address.find === '' ? 'services' : 'services finding'} id="services">
      <ColumnHeads {...drawn} />
      {isGrouped && deployment.groups.length > 0 ? (
        deployment.groups.map((group) => (
          <Group {...drawn} group={group} rows={rows.filter((row) => row.group === group.name)} />
        ))
      ) : (
        <Rows {...drawn} />
      )}
    </div>
  );
}

/** A group with more services lists those that are healthy only when asked. */
const MOST_LISTED = 12;

function Group({ group, ...list }: RowsProps & { readonly group: GroupDocument }) {
  const { rows, columns, address } = list;
  if (rows.length === 0) return null;
  const { name, services, healthy } = group;
  const isWell = healthy === services;
  const isFinding = address.find !== '';
  const well = isWell || rows.length <= MOST_LISTED ? [] : rows.filter(({ shown }) => shown === 'healthy');
  // The id keeps a group folded while views are renewed, until its health changes.
  const id = `${isWell ? 'well' : 'ill'}-group-${encodeURIComponent(name ?? '')}`;
  return (
    <details class="group" id={id} open={!isWell || isFinding} data-folds={isWell ? '' : undefined}>
      <summary class="group-head">
        <div class="who">
          <h3>{name ?? 'no group'}</h3> <Count group={group} listed={rows.length} />
        </div>
        {columns.slice(columns.findIndex(({ inGroup }) => inGroup)).map((column) => (
          <span class={column.name}>{column.inGroup?.(rows)}</span>
        ))}
        <span class="acts" />
      </summary>
      <Rows {...list} rows={rows.filter((row) => !well.includes(row))} />
      {well.length > 0 && (
        <details class="rest" id={`rest-of-${id}`} open={isFinding} data-folds="">
          <summary>
            <StateIcon state="healthy" />
            {well.length} healthy
          </summary>
          <Rows {...list} rows={well} />
        </details>
      )}
    </details>
  );
}

/** Draws `7 of 9 down`, `9 healthy`, or the worst state if none is down. */
function Count({ group, listed }: { readonly group: GroupDocument; readonly listed: number }) {
  const { services, healthy, down, worst } = group;
  const isWell = healthy === services;
  return (
    <>
      <span class={down > 0 ? 'when down' : 'when'}>
        {down > 0
          ? `${down} of ${services} down`
          : isWell
            ? `${services} healthy`
            : `${healthy} of ${services} healthy`}
        {listed < services && `, ${listed} on this page`}
      </span>
      {down === 0 && !isWell && <StateMark state={worst} />}
    </>
  );
}

function Rows({ rows, ...row }: RowsProps) {
  return (
    <ul>
      {rows.map((one) => (
        <ServiceRow {...row} row={one} />
      ))}
    </ul>
  );
}

function ServiceRow({ row, columns, controls, ...listed }: Omit<RowsProps, 'rows'> & { readonly row: Row }) {
  const { service: id, group, severity, state, shown } = row;
  const { address, now } = listed;
  return (
    <li
      class={`service ${summaryStateOf(shown)}${severity === 'info' ? ' minor' : ''}`}
      id={`service-${id}`}
      data-service={id}
      data-state={state}
      hidden={!isNamed(id, address.find)}
    >
      <p class="is">
        <StateMark state={shown} />
      </p>
      <div class="who">
        <h3>
          <ServiceLink address={address} id={id}>
            {id}
          </ServiceLink>
        </h3>
        <GroupLink group={group} address={address} />
        <Remarks service={row} now={now} isTold={listed.above.has(id)} />
      </div>
      <dl>
        {columns.map(({ name, term, cell, isFilled }) => (
          <div class={name}>
            <dt>{term}</dt>
            <dd>{isFilled(row) && cell(row, listed)}</dd>
          </div>
        ))}
      </dl>
      <ActMenu on={actedOn(row)} controls={controls} name={id} />
    </li>
  );
}

function GroupLink({ group, address }: { readonly group: string | null; readonly address: Address }) {
  if (group === null) return null;
  return (
    <a class="of" href={addressPath({ ...address, group, page: 1 })}>
      {group}
    </a>
  );
}
