import { Gauge, type Registry } from 'prom-client'
import type { InstalacionSalud, PlantaSalud } from '#contract/operacion/salud/salud'
import type { Estado } from './estado'

/** Timeout for the database: a scrape must not wait long. */
const RESPONSE_MS = 3000

const unix = (iso: string) => Date.parse(iso) / 1000

/**
 * Metrics with the facts of the screen Salud, updated at each scrape. They describe the installation: every process reports the same
 * values.
 */
export function createMetricasSalud(coleccion: Registry, estado: Estado, onFail: (e: unknown) => void) {
  const registers = [coleccion]
  const olvidos: (() => void)[] = []
  function gauge(name: string, help: string, labelNames: string[] = []) {
    const g = new Gauge({ name: `retorna_${name}`, help, labelNames, registers })
    // A metric without labels would be 0 after a reset.
    olvidos.push(labelNames.length ? () => g.reset() : () => g.remove())
    return g
  }
  const responde = gauge(
    'base_responde',
    '1: the database answered this look. 0: what it would tell is left out.',
  )
  const g = {
    lectores: gauge('lectores', 'Readers that are switched on, and those in trouble, by what is wrong.', [
      'estado',
    ]),
    averias: gauge('averias_abiertas', 'Open causes that are part of no other.'),
    cuarentena: gauge('cuarentena_mensajes', 'Messages in quarantine.'),
    entregas: gauge('entregas', 'Deliveries that wait, are tried again, or were given up within 24 h.', [
      'estado',
    ]),
    sesiones: gauge('mqtt_sesiones', 'Sessions at the outside broker, by whether a process reads them.', [
      'estado',
    ]),
    sinLeer: gauge(
      'mqtt_sin_leer_segundos',
      'How long messages wait at the outside broker with nobody to read them; absent where they do not.',
    ),
    esperan: gauge('trabajos_esperan', 'Jobs that wait, by kind.', ['trabajo']),
    enMarcha: gauge('trabajos_en_marcha', 'Jobs under way, by kind.', ['trabajo']),
    espera: gauge('trabajo_espera_segundos', 'How long the oldest job waits that is due, by kind.', [
      'trabajo',
    ]),
    hecho: gauge('trabajo_hecho_timestamp_segundos', 'When a job of this kind was done last.', ['trabajo']),
    fallos: gauge('trabajo_fallos_seguidos', 'Failures of this kind of job since it was done last.', [
      'trabajo',
    ]),
    base: gauge('base_bytes', 'Size of the database, by group of tables.', ['grupo']),
    crece: gauge('base_bytes_al_dia', 'Growth of the database; absent until a day has been measured.'),
    libre: gauge('disco_libre_bytes', 'Free room on the disk of the embedded database.'),
    total: gauge('disco_total_bytes', 'Size of the disk of the embedded database.'),
    dias: gauge('disco_dias', 'Days until that disk is full; absent where it does not fill.'),
    copias: gauge('copias_guardadas', 'Daily copies that are kept; 0: none is made.'),
    copia: gauge(
      'copia_timestamp_segundos',
      'When the last daily copy was made; absent where there is none.',
    ),
    reloj: gauge(
      'reloj_desvio_segundos',
      "How far this machine's clock is ahead of the time that is believed, after a jump; 0: it is believed.",
    ),
    copiaBytes: gauge('copia_bytes', 'Size of the last daily copy.'),
    version: gauge('version', 'Always 1.', ['retorna', 'postgres', 'node']),
    pendientes: gauge('migraciones_pendientes', 'Changes of the structure that are not in place.'),
  }

  function setPlanta(p: PlantaSalud): void {
    for (const [cual, n] of Object.entries(p.lectores)) g.lectores.set({ estado: cual }, n)
    for (const [cual, n] of Object.entries(p.entregas)) g.entregas.set({ estado: cual }, n)
    g.averias.set(p.averias)
    g.cuarentena.set(p.cuarentena.mensajes)
  }

  function setInstalacion(i: InstalacionSalud): void {
    if (i.broker) {
      const { sesiones, sin_leer, desde } = i.broker
      g.sesiones.set({ estado: 'leidas' }, sesiones - sin_leer)
      g.sesiones.set({ estado: 'sin_leer' }, sin_leer)
      if (desde) g.sinLeer.set(Date.now() / 1000 - unix(desde))
    }
    g.reloj.set(i.reloj?.adelanto_s ?? 0)
    for (const t of i.trabajos) {
      const de = { trabajo: t.nombre }
      g.esperan.set(de, t.esperan)
      g.enMarcha.set(de, t.en_marcha)
      g.espera.set(de, t.espera_desde ? Math.max(0, Date.now() / 1000 - unix(t.espera_desde)) : 0)
      g.fallos.set(de, t.fallos)
      if (t.hecho) g.hecho.set(de, unix(t.hecho))
    }
    for (const { grupo, bytes } of i.base.grupos) g.base.set({ grupo }, bytes)
    if (i.base.al_dia !== null) g.crece.set(i.base.al_dia)
    if (i.base.disco) {
      g.libre.set(i.base.disco.libre)
      g.total.set(i.base.disco.total)
      if (i.base.disco.dias !== null) g.dias.set(i.base.disco.dias)
    }
    g.copias.set(i.copias.cuantas)
    if (i.copias.ultima) {
      g.copia.set(unix(i.copias.ultima.hecha))
      g.copiaBytes.set(i.copias.ultima.bytes)
    }
    const { retorna, postgres, node } = i.versiones
    g.version.set({ retorna, postgres, node }, 1)
    g.pendientes.set(i.versiones.pendientes)
  }

  /** Updates the metrics. Never fails: unknown values are absent. */
  return async function refresh(): Promise<void> {
    let clock: NodeJS.Timeout | undefined
    const tarde = new Promise<null>((resolve) => {
      clock = setTimeout(resolve, RESPONSE_MS, null)
    })
    const visto = Promise.all([estado.readPlanta(null), estado.readInstalacion()]).catch((e) => {
      onFail(e)
      return null
    })
    const res = await Promise.race([visto, tarde]).finally(() => clearTimeout(clock))
    for (const forget of olvidos) forget()
    responde.set(res ? 1 : 0)
    if (!res) return
    setPlanta(res[0])
    setInstalacion(res[1])
  }
}
