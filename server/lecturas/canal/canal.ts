import { setTimeout as sleep } from 'node:timers/promises'
import { prepareParticiones } from '../../eventos/service'
import { TODOS } from './carril'
import { createCustodia, type Obra } from './custodia'
import { enEspera } from './fallos'
import { createIngesta, type Ingesta } from './ingesta'
import type { Lugar } from './lugar'
import type { Mensaje, Resultado } from './mensaje'
import { createRecados } from './recados'

/** Where decoded messages go: to be applied here, or into the log. */
export type Canal = {
  /** Begin to apply: returns once there is something to apply to. */
  start(): Promise<void>
  /** Take a message; resolves once it is kept for good. Rejects where it is not. */
  receive(mensaje: Mensaje): Promise<Resultado>
  /** The same, and it is applied: what is told of it is what became of it. Rejects where that is not known. */
  apply(mensaje: Mensaje): Promise<Resultado>
  /** People have said where containers are. */
  attend(): void
  /** Where readers of a company stand may have changed, or what was learned; of all, where none is named. */
  forgetPlantas(empresa?: number): void
  /** Readings that wait. */
  readonly enCola: number
  stop(): Promise<void>
}

/** While the process before has the devices, this often is looked whether it has gone. */
const ESPERA_MS = 100

/** Applies what it takes, of all devices; of several such processes one works and the others wait. */
export function createCanal(lugar: Lugar, unico: boolean, onFail: (e: unknown) => void): Canal {
  let actual: Ingesta | null = null
  let parado = false
  const receive = (mensaje: Mensaje) => (actual ? actual.receive(mensaje) : Promise.reject(enEspera()))
  const attendRecados = createRecados(lugar.pool, TODOS, receive)
  const custodia = createCustodia(
    lugar.pool,
    { solo: true, unico },
    (puesto): Obra => {
      const ingesta = createIngesta(puesto, lugar, { onFail, onLost: () => custodia.restart(TODOS) })
      const lista = ingesta
        .start()
        .then(() => {
          actual = ingesta
        })
        .catch((e) => {
          onFail(e)
          custodia.restart(TODOS)
        })
      const end = async (how: () => Promise<void>) => {
        await lista
        await how()
        if (actual === ingesta) actual = null
      }
      return { stop: () => end(ingesta.stop), drop: () => end(ingesta.drop) }
    },
    onFail,
  )
  return {
    async start() {
      await prepareParticiones(lugar.pool).catch(onFail)
      await custodia.start()
      while (!actual && !parado) await sleep(ESPERA_MS)
    },
    receive,
    apply: receive,
    attend() {
      actual?.attend()
      if (actual) attendRecados().catch(onFail)
    },
    forgetPlantas: (empresa) => actual?.plantas.forget(empresa),
    get enCola() {
      return actual?.enCola ?? 0
    },
    async stop() {
      parado = true
      await custodia.stop()
    },
  }
}
