import assert from 'node:assert/strict'
import type { Acceleration, Decodificado, Lectura, Medidas } from '../../lectura'

const MAC = /^[0-9A-F]{12}$/

function enRango(nombre: string, valor: number | null | undefined, min: number, max: number): void {
  if (valor === undefined || valor === null) return
  if (typeof valor === 'number' && valor >= min && valor <= max) return
  assert.fail(`${nombre} = ${valor}, not within ${min} to ${max}`)
}

function assertMac(valor: string): void {
  if (!MAC.test(valor) || /^(0{12}|F{12})$/.test(valor)) assert.fail(`not a MAC: ${valor}`)
}

function assertSample(sample: Acceleration): void {
  assert.equal(sample.length, 3)
  for (const axis of sample) enRango('axis', axis, -32, 32)
}

/** Written only from the ranges of lectura.ts, independently of the code that it checks. */
export function assertMedidasPosibles(m: Medidas): void {
  enRango('bateria', m.bateria, 0, 100)
  enRango('bateriaMv', m.bateriaMv, 1, 20000)
  enRango('temperatura', m.temperatura, -60, 150)
  enRango('humedad', m.humedad, 0, 100)
  enRango('presionPa', m.presionPa, 30000, 120000)
  enRango('contadorMovimiento', m.contadorMovimiento, 0, 2 ** 32)
  enRango('secuencia', m.secuencia, 0, 2 ** 32)
  enRango('roll', m.roll, -180, 180)
  enRango('pitch', m.pitch, -90, 90)
  enRango('lat', m.lat, -90, 90)
  enRango('lon', m.lon, -180, 180)
  assert.equal(m.lat === undefined, m.lon === undefined)
  for (const bit of [m.enMovimiento, m.golpe, m.caida]) assert(bit === undefined || typeof bit === 'boolean')
  if (m.aceleraciones) {
    assert(m.aceleraciones.length > 0)
    m.aceleraciones.forEach(assertSample)
  }
  if (m.extremos) {
    for (const [min, max] of [m.extremos.x, m.extremos.y, m.extremos.z]) {
      enRango('min', min, -32, max)
      enRango('max', max, min, 32)
    }
  }
  if (m.ibeacon) {
    assert(/^[0-9a-f]{32}$/.test(m.ibeacon.uuid))
    enRango('major', m.ibeacon.major, 0, 65535)
    enRango('minor', m.ibeacon.minor, 0, 65535)
    enRango('txPower', m.ibeacon.txPower, -127, 20)
  }
}

export function assertExtraPosible(extra: Lectura['extra']): void {
  const claves = Object.keys(extra)
  assert(claves.length <= 40)
  for (const clave of claves) {
    assert(/^[A-Za-z0-9_.-]{1,64}$/.test(clave) && clave !== '__proto__')
    const valor = extra[clave]
    if (typeof valor === 'string') assert(valor.length <= 256 && !valor.includes('\u0000'))
    else assert(typeof valor === 'boolean' || Number.isFinite(valor))
  }
}

function assertInstant(ms: number | null): void {
  enRango('time', ms, Date.UTC(2015, 0, 1), Date.UTC(2100, 0, 1))
  assert(ms === null || Number.isInteger(ms))
}

/** Fails if any value could not be real. */
export function assertPosible({ lecturas, rechazos, lectores }: Decodificado): void {
  assert(lecturas.length <= 5000 && lectores.length <= 6000 && rechazos.length <= 25_000)
  for (const lectura of lecturas) {
    assertMac(lectura.mac)
    if (lectura.lector !== null) assertMac(lectura.lector)
    enRango('rssi', lectura.rssi, -127, 20)
    assertInstant(lectura.tiempo)
    assert.equal(typeof lectura.macAleatoria, 'boolean')
    assertMedidasPosibles(lectura.medidas)
    assertExtraPosible(lectura.extra)
  }
  for (const { motivo, detalle } of rechazos) assert(/^[a-z_]+$/.test(motivo) && detalle.length < 200)
  for (const { mac, reloj } of lectores) {
    assertMac(mac)
    assertInstant(reloj)
  }
}
