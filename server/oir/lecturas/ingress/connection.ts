import { type Config, PORT_WEB } from '../../../platform/config/config'
import { MAKERS } from '../formats/gateways/makers'

/** Topics as the reader's sheet shows them, where the MAC of the reader takes the place of `<lector>`. */
const fillTopic = (text: string) =>
  text.replaceAll('<gateway>', '<lector>').replaceAll('<tag>', '<dispositivo>')

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
    fabricantes: MAKERS.map(({ id, name, publishes, settings }) => ({
      formato: id,
      nombre: name,
      topic: publishes === null ? null : fillTopic(publishes),
      ajustes: settings.map(fillTopic),
    })),
  }
}
