import { prepareParticiones } from '../../eventos/service'
import type { Canal } from '../canal/canal'
import { createCustodia, type Obra, type Puesto } from '../canal/custodia'
import { splitMensaje } from '../canal/dividir'
import { createIngesta, type Ingesta } from '../canal/ingesta'
import type { KeepRefused, Lugar } from '../canal/lugar'
import { addResultados, createResultado, type Mensaje, macsDe, type Resultado } from '../canal/mensaje'
import { askCarril, createRecados } from '../canal/recados'
import { type Bitacora, subjectOf } from './conexion'
import { type Aplicado, followBitacora } from './leer'
import { createPublicador } from './publicar'

/** Nobody waits for the commit: a few large batches each second cost less than many small ones. */
const PAUSA_MS = 200
/** What was applied stays in the log for this long: a database that took over from another may not have all of it. */
const GUARDA_MS = 15 * 60_000
const LIMPIEZA_MS = 60_000

/** Applied records, to be dropped from the log once they are old enough. */
function createLimpieza(b: Bitacora, carril: number, onFail: (e: unknown) => void) {
  let marcas: { t: number; numero: number }[] = []
  let ultimo = 0
  const reloj = setInterval(() => {
    const ahora = Date.now()
    if (ultimo && marcas.at(-1)?.numero !== ultimo) marcas.push({ t: ahora, numero: ultimo })
    const viejas = marcas.filter((m) => ahora - m.t > GUARDA_MS)
    const hasta = viejas.at(-1)
    if (!hasta) return
    marcas = marcas.slice(viejas.length)
    b.jsm.streams
      .purge(b.nombre, { filter: subjectOf(b.nombre, carril), seq: hasta.numero + 1 })
      .catch(onFail)
  }, LIMPIEZA_MS)
  reloj.unref()
  return {
    note(numero: number): void {
      ultimo = Math.max(ultimo, numero)
    },
    stop: () => clearInterval(reloj),
  }
}

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
    const limpieza = createLimpieza(b, numero, onFail)
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
      const note = (que: Aplicado) => {
        limpieza.note(que.numero)
        onApplied(que)
      }
      lectura = followBitacora(b, ingesta, desde, note, onBroken, onFail)
    })().catch(begin)
    const end = async (how: () => Promise<void>) => {
      await lista
      roto = true
      limpieza.stop()
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
