import { isSinBase } from '../../../platform/db/failures'
import type { Metricas } from '../../../platform/metrics/metrics'
import { encodeRetorna } from '../formats/gateways/retorna'
import type { RawMessage, Result } from '../pipeline/message'
import type { KeepRefused } from '../pipeline/ownership/ownership-types'
import type { Pipeline } from '../pipeline/pipeline'
import { parseMessage } from '../pipeline/steps'
import type { Cuarentena } from './repo-cuarentena'
import type { Rejections } from './repo-rejections'

/** Refusals because of the sender, not of the content: the message is not kept to be read again later. */
const DE_PERMISO = new Set(['lector_ajeno'])

/**
 * Entry of every reading, whatever the transport: parse, hand to the pipeline, keep what was refused. Resolves once everything is
 * stored; rejects if nothing was, and the sender should retry.
 */
export function createRecepcion(
  pipeline: Pick<Pipeline, 'receive' | 'apply'>,
  cuarentena: Cuarentena,
  rejections: Rejections,
  metricas: Metricas,
  /** Called if a refused message could not be kept. */
  onFail: (e: unknown) => void,
) {
  return async function receive(raw: RawMessage): Promise<Result> {
    const { formato, via, topic, texto, origen } = raw
    // A message that is read again leaves the quarantine only with a final result: `apply` waits for it.
    const isNew = raw.recibido === undefined
    const handle = isNew ? pipeline.receive : pipeline.apply
    const res = await handle(parseMessage(raw))
    metricas.count(formato, res)
    const dePermiso = res.rechazos.find((r) => DE_PERMISO.has(r.motivo))
    if (dePermiso && origen.lector) rejections.note(origen.lector.id, dePermiso.detalle)
    const rechazo = res.rechazos.find((r) => !DE_PERMISO.has(r.motivo))
    // A message that is replayed from quarantine is not put there a second time.
    if (rechazo && isNew) {
      const { lector } = origen
      await cuarentena
        .keep({
          formato,
          via,
          topic,
          texto,
          rechazo,
          empresa: lector?.empresa ?? null,
          lector: lector?.id ?? null,
        })
        .catch(onFail)
    }
    return res
  }
}

/** Keeps refused messages of the log. They are no longer in their gateway's format, and no sender waits for an answer. */
export const createRefused =
  (cuarentena: Cuarentena, metricas: Metricas): KeepRefused =>
  async ({ via, origen, recibido, decodificado }, rechazo) => {
    if (DE_PERMISO.has(rechazo.motivo) || !decodificado.lecturas.length) return
    const { lector } = origen
    await cuarentena
      .keep({
        formato: 'retorna',
        via,
        topic: null,
        texto: encodeRetorna(decodificado.lecturas),
        rechazo,
        empresa: lector?.empresa ?? null,
        lector: lector?.id ?? null,
        recibida: new Date(recibido),
      })
      .catch((e) => {
        // If the database is away, it is kept later: the log stops until then.
        if (isSinBase(e)) throw e
        metricas.cuarentenaFallida.inc()
      })
  }

export type Recepcion = ReturnType<typeof createRecepcion>
