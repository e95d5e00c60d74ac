import { prepareParticiones } from '../../eventos/service'
import type { Canal } from '../canal/canal'
import { createCustodia, type Obra, type Puesto } from '../canal/custodia'
import { splitMensaje } from '../canal/dividir'
import { createIngesta, type Ingesta } from '../canal/ingesta'
import type { KeepRefused, Lugar } from '../canal/lugar'
import { addResultados, createResultado, type Mensaje, macsDe, type Resultado } from '../canal/mensaje'
import { askCarril, createRecados } from '../canal/recados'
import type { Bitacora } from './conexion'
import { type Aplicado, followBitacora } from './leer'
import { createPublicador } from './publicar'

/** Nobody waits for the commit: a few large batches each second cost less than many small ones. */
const PAUSA_MS = 200

type Oyentes = {
  /** Told of each record of the log that is committed. */
  onApplied: (que: Aplicado) => void
  /** Keeps what the database or a rule refuses of a message, before the log goes on behind it. */
  keepRefused: KeepRefused
  onFail: (e: unknown) => void
}

/** Have each carril apply its part of a message, whoever has it, and be told what became of it. */
async function applyPastLog({ pool, padron }: Lugar, mensaje: Mensaje): Promise<Resultado> {
  const { partes, resultado } = splitMensaje(mensaje, await padron.prepare(new Set(macsDe(mensaje))))
  const hechas = await Promise.all(
    partes.flatMap((parte, i) => (parte?.decodificado.lecturas.length ? askCarril(pool, parte, i + 1) : [])),
  )
  const { rechazadas, rechazos } = resultado
  return addResultados([{ ...createResultado(), rechazadas, rechazos }, ...hechas])
}

/**
 * Takes messages into the log; where `aplica`, also applies the carriles of the log that this process has in custody.
 */
export function createCanalDeBitacora(
  b: Bitacora,
  lugar: Lugar,
  aplica: boolean,
  { onApplied, keepRefused, onFail }: Oyentes,
): Canal {
  const publicador = createPublicador(b, lugar.padron, onFail)
  /** With what each attends to of what is asked of it past the log. */
  const vivas = new Map<Ingesta, () => Promise<void>>()

  /** From where to read: from the beginning where the log is another one than was applied until now. */
  async function startOf(puesto: Puesto): Promise<number> {
    const { sello, ultimo } = await b.readSello()
    const { posicion, bitacora } = puesto.concedido
    if (bitacora === sello && posicion <= ultimo) return posicion
    if (!(await puesto.restart(sello))) throw new Error('not in our custody')
    return 0
  }

  function work(puesto: Puesto): Obra {
    const { numero } = puesto.concedido
    const begin = (e?: unknown) => {
      if (e) onFail(e)
      custodia.restart(numero)
    }
    const ingesta = createIngesta(puesto, lugar, {
      onFail,
      onLost: begin,
      pausaMs: PAUSA_MS,
      deBitacora: true,
      keepRefused,
    })
    let lectura: ReturnType<typeof followBitacora> | null = null
    let roto = false
    const onBroken = (e: unknown) => {
      if (!roto) begin(e)
      roto = true
    }
    const lista = (async () => {
      const desde = await startOf(puesto)
      await ingesta.start()
      vivas.set(ingesta, createRecados(lugar.pool, numero, ingesta.receive))
      lectura = followBitacora(b, ingesta, desde, onApplied, onBroken, onFail)
    })().catch(begin)
    const end = async (how: () => Promise<void>) => {
      await lista
      roto = true
      await lectura?.stop()
      await how()
      vivas.delete(ingesta)
    }
    return { stop: () => end(ingesta.stop), drop: () => end(ingesta.drop) }
  }

  const custodia = createCustodia(lugar.pool, { solo: false, unico: false }, work, onFail)

  return {
    async start() {
      if (!aplica) return
      await prepareParticiones(lugar.pool).catch(onFail)
      await custodia.start()
    },
    receive: publicador.receive,
    apply: (mensaje) => applyPastLog(lugar, mensaje),
    attend() {
      for (const [ingesta, attendRecados] of vivas) {
        ingesta.attend()
        attendRecados().catch(onFail)
      }
    },
    forgetPlantas(empresa) {
      for (const ingesta of vivas.keys()) ingesta.plantas.forget(empresa)
    },
    get enCola() {
      return [...vivas.keys()].reduce((s, i) => s + i.enCola, publicador.enCola)
    },
    async stop() {
      await publicador.stop()
      if (aplica) await custodia.stop()
    },
  }
}
