import type { Formato } from '#contract/valores/gateways'
import type { Config } from '../config'

/** Where `<lector>` stands in a topic: the MAC of the reader. */
export const HUECO = '<lector>'

type Fabricante = {
  formato: Formato
  nombre: string
  /** Topic that the reader publishes on; null: not by MQTT. */
  topic: string | null
  /** What to set on the device itself. */
  ajustes: string[]
}

/** How readers of each vendor are pointed at us, in the words of their own settings. */
export const FABRICANTES: readonly Fabricante[] = [
  {
    formato: 'minew',
    nombre: 'Minew (G1 y posteriores)',
    topic: `/gw/${HUECO}/status`,
    ajustes: ['Formato de datos: JSON-LONG', 'Hora: por NTP'],
  },
  {
    formato: 'ingics',
    nombre: 'Ingics (iGS01, iGS02, iGS03)',
    topic: `retorna/ingics/${HUECO}`,
    ajustes: ['Marcas de tiempo activadas', 'Líneas o JSON, como venga de fábrica'],
  },
  { formato: 'moko', nombre: 'MOKO (MKGW)', topic: `retorna/moko/${HUECO}`, ajustes: ['Carga: JSON'] },
  {
    formato: 'kkm',
    nombre: 'KKM (KGateway)',
    topic: `kbeacon/publish/${HUECO}`,
    ajustes: ['Hora del lector en UTC', 'Los topics los pone el propio lector'],
  },
  {
    formato: 'ruuvi',
    nombre: 'Ruuvi Gateway',
    topic: `ruuvi/${HUECO}/#`,
    ajustes: [`Prefijo de los topics: ruuvi/${HUECO}/`, 'Datos sin descodificar y con marca de tiempo'],
  },
  {
    formato: 'theengs',
    nombre: 'OpenMQTTGateway o Theengs Gateway',
    topic: `home/${HUECO}/BTtoMQTT/#`,
    ajustes: ['El nombre del lector es su MAC'],
  },
  {
    formato: 'shelly',
    nombre: 'Shelly BLU',
    topic: `retorna/shelly/${HUECO}/<dispositivo>`,
    ajustes: ['Script ble-shelly-blu, con ese topic'],
  },
  {
    formato: 'meraki',
    nombre: 'Cisco Meraki (Scanning API v3)',
    topic: null,
    ajustes: ['POST URL: la dirección de abajo', 'BLE activado'],
  },
  { formato: 'raddec', nombre: 'reelyActive (raddec)', topic: `retorna/raddec/${HUECO}`, ajustes: [] },
  {
    formato: 'retorna',
    nombre: 'Propio (JSON de Retorna)',
    topic: `retorna/retorna/${HUECO}`,
    ajustes: ['Un objeto o una lista con lector, etiqueta, rssi y tiempo'],
  },
]

/**
 * The addresses that readers send to.
 * @param llegada how the administrator reached us: host with its port
 * @param puertoMqtt of the embedded broker; null: there is none in this process
 */
export function readConexion(config: Config, llegada: string, puertoMqtt: number | null) {
  const dicha = config.PUBLIC_URL ?? `http://${llegada}`
  const web = new URL(URL.canParse(dicha) ? dicha : `http://localhost:${config.PORT}`)
  const externo = config.MQTT_URL ? new URL(config.MQTT_URL) : null
  return {
    mqtt: externo
      ? {
          equipo: externo.hostname,
          puerto: Number(externo.port) || (externo.protocol === 'mqtts:' ? 8883 : 1883),
        }
      : puertoMqtt === null
        ? null
        : { equipo: web.hostname, puerto: puertoMqtt },
    http: `${web.origin}/api/lecturas`,
    fabricantes: FABRICANTES.map((f) => ({ ...f, ajustes: [...f.ajustes] })),
  }
}
