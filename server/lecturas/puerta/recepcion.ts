import type { Metricas } from '../../metricas'
import type { Canal } from '../canal/canal'
import type { Origen, Resultado } from '../canal/mensaje'
import { decodificadores, type Formato } from '../formatos/gateways/decodificadores'
import type { Cuarentena } from './repo-cuarentena'
import type { Rechazos } from './repo-rechazos'

export type Entrada = {
  formato: Formato
  via: 'http' | 'mqtt'
  topic: string | null
  texto: string
  origen: Origen
  /** Reader and tag that the topic names, normalised. */
  lectorTopic?: string
  tagTopic?: string
  /** When it reached us, Unix ms; now, unless it waited in quarantine. */
  recibido?: number
}

/** Refusals because of the sender, not the content: reading the message again later would not help. */
const DE_PERMISO = new Set(['lector_ajeno'])

/**
 * The front door of every reading, whatever the transport: decode, hand to the pipeline, keep what could not be read.
 * Resolves with what is kept for good; rejects where nothing was and the sender should try again.
 */
export function createRecepcion(
  canal: Pick<Canal, 'receive'>,
  cuarentena: Cuarentena,
  rechazos: Rechazos,
  metricas: Metricas,
) {
  return async function receive(e: Entrada): Promise<Resultado> {
    const contexto = { lectorTopic: e.lectorTopic, tagTopic: e.tagTopic }
    const decodificado = decodificadores[e.formato](e.texto, contexto)
    const { formato, via, topic, texto, origen } = e
    const res = await canal.receive({
      formato,
      via,
      topic,
      texto,
      origen,
      decodificado,
      recibido: e.recibido ?? Date.now(),
    })
    metricas.count(formato, res)
    const dePermiso = res.rechazos.find((r) => DE_PERMISO.has(r.motivo))
    if (dePermiso && origen.lector) rechazos.note(origen.lector.id, dePermiso.detalle)
    const rechazo = res.rechazos.find((r) => !DE_PERMISO.has(r.motivo))
    // A message that is replayed from quarantine is not put there a second time.
    if (rechazo && e.recibido === undefined) {
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
        .catch(() => metricas.cuarentenaFallida.inc())
    }
    return res
  }
}

export type Recepcion = ReturnType<typeof createRecepcion>
