import { isoPlanta } from '../../platform/time/time'
import { CONTEXT } from './event/evento'
import type { FilaEvento } from './repo'

/** An event in the form of a document. */
export const present = ({ cuerpo, record_time }: FilaEvento, zona: string) => ({
  ...cuerpo,
  recordTime: isoPlanta(record_time, zona),
})

const head = (type: string, zona: string) => ({
  '@context': CONTEXT,
  type,
  schemaVersion: '2.0',
  creationDate: isoPlanta(new Date(), zona),
})

/** The answer to a query, or one part of it. */
export const queryDocument = (rows: readonly FilaEvento[], zona: string, subscriptionID?: string) => ({
  ...head('EPCISQueryDocument', zona),
  epcisBody: {
    queryResults: {
      queryName: 'SimpleEventQuery',
      ...(subscriptionID && { subscriptionID }),
      resultsBody: { eventList: rows.map((r) => present(r, zona)) },
    },
  },
})

/** A document of events, written as a stream. */
export async function* writeDocument(
  rows: AsyncIterable<readonly FilaEvento[]>,
  zona: string,
): AsyncGenerator<string> {
  const text = JSON.stringify({ ...head('EPCISDocument', zona), epcisBody: { eventList: [] } })
  const end = ']}}'
  yield text.slice(0, -end.length)
  let first = true
  for await (const some of rows) {
    if (!some.length) continue
    const events = some.map((r) => JSON.stringify(present(r, zona))).join(',\n')
    yield `${first ? '' : ','}\n${events}`
    first = false
  }
  yield `\n${end}\n`
}
