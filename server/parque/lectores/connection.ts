import type { Formato } from '#contract/oir/lecturas/gateways-values'
import { type Config, PORT_WEB } from '../../platform/config/config'

/** Placeholder for the reader's MAC in a topic. */
export const GAP = '<lector>'

type Fabricante = {
  formato: Formato
  nombre: string
  /** Topic that the reader publishes to; null: it does not use MQTT. */
  topic: string | null
  /** Settings to enter on the device itself. */
  ajustes: string[]
}

/** How to connect readers of each vendor, in the terms of their own settings. */
export const FABRICANTES: readonly Fabricante[] = [
  {
    formato: 'minew',
    nombre: 'Minew (G1 y posteriores)',
    topic: `/gw/${GAP}/status`,
    ajustes: ['Formato de datos: JSON-LONG', 'Hora: por NTP'],
  },
  {
    formato: 'ingics',
    nombre: 'Ingics (iGS01, iGS02, iGS03)',
    topic: `retorna/ingics/${GAP}`,
    ajustes: ['Marcas de tiempo activadas', 'Líneas o JSON, como venga de fábrica'],
  },
  { formato: 'moko', nombre: 'MOKO (MKGW)', topic: `retorna/moko/${GAP}`, ajustes: ['Carga: JSON'] },
  {
    formato: 'kkm',
    nombre: 'KKM (KGateway)',
    topic: `kbeacon/publish/${GAP}`,
    ajustes: ['Hora del lector en UTC', 'Los topics los pone el propio lector'],
  },
  {
    formato: 'ruuvi',
    nombre: 'Ruuvi Gateway',
    topic: `ruuvi/${GAP}/#`,
    ajustes: [`Prefijo de los topics: ruuvi/${GAP}/`, 'Datos sin descodificar y con marca de tiempo'],
  },
  {
    formato: 'theengs',
    nombre: 'OpenMQTTGateway o Theengs Gateway',
    topic: `home/${GAP}/BTtoMQTT/#`,
    ajustes: ['El nombre del lector es su MAC'],
  },
  {
    formato: 'shelly',
    nombre: 'Shelly BLU',
    topic: `retorna/shelly/${GAP}/<dispositivo>`,
    ajustes: ['Script ble-shelly-blu, con ese topic'],
  },
  {
    formato: 'meraki',
    nombre: 'Cisco Meraki (Scanning API v3)',
    topic: null,
    ajustes: ['POST URL: la dirección de abajo', 'BLE activado'],
  },
  { formato: 'raddec', nombre: 'reelyActive (raddec)', topic: `retorna/raddec/${GAP}`, ajustes: [] },
  {
    formato: 'retorna',
    nombre: 'Propio (JSON de Retorna)',
    topic: `retorna/retorna/${GAP}`,
    ajustes: ['Un objeto o una lista con lector, etiqueta, rssi y tiempo'],
  },
]

/** How a reader is added to a Mosquitto: its key to the file of passwords, what it may publish to the file of rules. */
const MOSQUITTO = {
  clave: "mosquitto_passwd -b /etc/mosquitto/passwd '<usuario>' '<clave>'",
  permiso: 'user <usuario>\ntopic write <topic>',
}

/** Ports of addresses that name none, by protocol. */
const PORTS: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883, 'ws:': 80, 'wss:': 443 }

/**
 * The addresses that readers send to.
 * @param llegada host and port by which the administrator's request came
 * @param portMqtt port of the embedded broker; null: there is none in this process
 */
export function readConnection(config: Config, llegada: string, portMqtt: number | null) {
  const dicha = config.PUBLIC_URL ?? `http://${llegada}`
  const web = new URL(URL.canParse(dicha) ? dicha : `http://localhost:${config.PORT ?? PORT_WEB}`)
  const externo = config.MQTT_URL ? new URL(config.MQTT_URL) : null
  return {
    mqtt: externo
      ? {
          equipo: externo.hostname,
          puerto: Number(externo.port || PORTS[externo.protocol]),
          ajeno: MOSQUITTO,
        }
      : portMqtt === null
        ? null
        : { equipo: web.hostname, puerto: portMqtt, ajeno: null },
    http: `${web.origin}/api/lecturas`,
    fabricantes: FABRICANTES.map((f) => ({ ...f, ajustes: [...f.ajustes] })),
  }
}
