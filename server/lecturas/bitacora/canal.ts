import { prepareParticiones } from '../../eventos/repo-particiones'
import type { Canal } from '../canal/canal'
import { createCustodia, type Obra, type Puesto } from '../canal/custodia'
import { createIngesta, type Ingesta } from '../canal/ingesta'
import type { Lugar } from '../canal/lugar'
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

/**
 * Takes messages into the log; where `aplica`, also applies the carriles of the log that this process has in custody.
 * @param onApplied told of each record of the log that is committed
 */
export function createCanalDeBitacora(
  b: Bitacora,
  lugar: Lugar,
  aplica: boolean,
  onApplied: (que: Aplicado) => void,
  onFail: (e: unknown) => void,
): Canal {
  const publicador = createPublicador(b, lugar.padron, onFail)
  const vivas = new Set<Ingesta>()

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
      vivas.add(ingesta)
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
    attend: () => vivas.forEach((i) => void i.attend()),
    forgetPlantas: (empresa) => vivas.forEach((i) => void i.plantas.forget(empresa)),
    get enCola() {
      return [...vivas].reduce((s, i) => s + i.enCola, publicador.enCola)
    },
    async stop() {
      await publicador.stop()
      if (aplica) await custodia.stop()
    },
  }
}
