import { sinBase } from '../../../platform/http/errores'
import type { Metricas } from '../../../platform/metrics/metrics'
import { encodeRetorna } from '../formats/gateways/retorna/decode'
import type { RawMessage, Result } from '../pipeline/message'
import type { KeepRefused } from '../pipeline/ownership/ownership-types'
import type { Pipeline } from '../pipeline/pipeline'
import { parseMessage } from '../pipeline/steps'
import { hearClocks } from './reader-clocks'
import type { Cuarentena, Ilegible } from './repo-cuarentena'
import type { Rejections } from './repo-rejections'

/** Refusals because of the sender, not of the content: the message is not kept to be read again later. */
const DE_PERMISO = new Set(['lector_ajeno'])

/**
 * Keeps what is refused, at the door as out of the log. Rejects if it could not be written: then nobody is told that the message arrived, so
 * that its sender, or the log, brings it again.
 * @param onFail called with the cause
 */
export const createKeep =
  (cuarentena: Cuarentena, onFail: (e: unknown) => void) =>
  async (refused: Ilegible): Promise<void> => {
    try {
      await cuarentena.keep(refused)
    } catch (e) {
      onFail(e)
      throw sinBase('No se ha podido guardar. Vuelva a intentarlo.')
    }
  }

type Keep = ReturnType<typeof createKeep>

/**
 * Entry of every reading, whatever the transport: parse, hand to the pipeline, keep what was refused. Resolves once everything is
 * stored; rejects if something was not, and the sender should retry: what was stored then counts as a repetition.
 */
export function createRecepcion(
  pipeline: Pick<Pipeline, 'receive' | 'apply'>,
  keep: Keep,
  rejections: Rejections,
  metricas: Metricas,
) {
  return async function receive(raw: RawMessage): Promise<Result> {
    const { formato, via, topic, texto, origen } = raw
    // A message that is read again leaves the quarantine only with a final result: `apply` waits for it.
    const isNew = raw.recibido === undefined
    const handle = isNew ? pipeline.receive : pipeline.apply
    const message = parseMessage(raw)
    if (isNew) hearClocks(message)
    const res = await handle(message)
    const { lector } = origen
    const dePermiso = res.rechazos.find((r) => DE_PERMISO.has(r.motivo))
    if (dePermiso && lector) rejections.note(lector.id, dePermiso.detalle)
    const rechazo = res.rechazos.find((r) => !DE_PERMISO.has(r.motivo))
    // A message that is replayed from quarantine is not put there a second time.
    if (rechazo && isNew)
      await keep({
        formato,
        via,
        topic,
        texto,
        rechazo,
        empresa: lector?.empresa ?? null,
        lector: lector?.id ?? null,
        recibida: new Date(message.recibido),
      })
    metricas.count(formato, res)
    return res
  }
}

/** Keeps refused messages of the log. They are no longer in their gateway's format, and no sender waits for an answer. */
export const createRefused =
  (keep: Keep): KeepRefused =>
  async ({ via, origen, recibido, decodificado }, rechazo) => {
    if (DE_PERMISO.has(rechazo.motivo) || !decodificado.lecturas.length) return
    const { lector } = origen
    await keep({
      formato: 'retorna',
      via,
      topic: null,
      texto: encodeRetorna(decodificado.lecturas),
      rechazo,
      empresa: lector?.empresa ?? null,
      lector: lector?.id ?? null,
      recibida: new Date(recibido),
    })
  }

export type Recepcion = ReturnType<typeof createRecepcion>
