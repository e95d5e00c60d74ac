import { hasNumber } from '../../engine/lectores'
import { noteAjeno } from '../../rules/estimate'
import { believedTime, isLate } from '../../rules/reader-lags'
import type { Message, RemoteHearing } from '../message'
import type { Context } from './context'
import { keepAlive } from './heartbeats'

/** What a reader heard of other partitions' tags shows that it is alive. */
export function keepRemoteHearing(
  { lector, empresa, oidas: observations }: RemoteHearing,
  m: Message,
  c: Context,
): void {
  const v = c.plantas.get(empresa)
  if (!v) return
  const a = c.vista.ajustes(empresa)
  for (let i = 0; i < observations.length; i += 2) {
    const before = observations[i + 1] as number | null
    const time = before === null ? null : m.recibido - before
    const late = time !== null && isLate(v.readerLags, lector, time, m.recibido)
    const t = believedTime(time, late, m.recibido, a)
    keepAlive({ id: lector, empresa }, time, late, m, c)
    const dispositivo = observations[i] as number
    if (dispositivo && hasNumber(v.lectores, lector)) noteAjeno(v, lector, dispositivo, t, m.recibido)
  }
}
