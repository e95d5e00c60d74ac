// Results of vitest by project: the counts that `npm test` adds up, and the skipped tests with their reasons.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { RAIZ } from '../prepare.mjs'

/** File to which a run of these projects writes its counts. */
export const informeOf = (proyectos) => join(RAIZ, `test-results/vitest-${proyectos.join('-')}.json`)

const SIN_MOTIVO = 'no son de este sistema'
/** Number of slowest files that are listed. */
const LENTOS = 12

/** First line of the error of a test, a file or the run. */
const causaOf = (error) =>
  String(error?.message ?? error ?? '')
    .split('\n')[0]
    .slice(0, 200)

/** Why a test was skipped: the database of its project is missing, or the reason that the test gives (server/testing/necesita.ts). */
function motivoOf(prueba) {
  const { project } = prueba
  if (project.name === 'externa' && !project.getProvidedContext().base.hay)
    return 'en esta máquina no responde un PostgreSQL 15 o posterior donde crear bases'
  return prueba.meta().motivo ?? SIN_MOTIVO
}

/** `--rapido` leaves out what is tagged as slow. */
const isAsked = (prueba) => !process.env.RAPIDO || !prueba.options.tags?.includes('slow')

export default class Informe {
  onTestRunEnd(modulos, errores) {
    const total = {
      pasadas: 0,
      sinCorrer: [],
      dudosas: [],
      fallos: errores.map(causaOf),
    }
    const grupos = new Map()
    for (const m of modulos) {
      const pruebas = [...m.children.allTests()].filter(isAsked)
      const estados = pruebas.map((t) => t.result().state)
      for (const t of pruebas)
        if (t.diagnostic()?.flaky) total.dudosas.push(`${m.project.name}: ${t.fullName}`)
      const donde = `${m.project.name} ${relative(RAIZ, m.moduleId)}`
      for (const t of pruebas)
        if (t.result().state === 'failed')
          total.fallos.push(`${donde} › ${t.fullName}: ${causaOf(t.result().errors[0])}`)
      // A file that fails before its first test, or after its last, has no failed test: its error is the file's, or that of a `describe`.
      const otros = [m, ...m.children.allSuites()].flatMap((s) => s.errors())
      if (!estados.includes('failed') && m.state() === 'failed')
        total.fallos.push(`${donde}: ${causaOf(otros[0])}`)
      total.pasadas += estados.filter((e) => e === 'passed').length
      for (const t of pruebas.filter((_, i) => estados[i] === 'skipped' || estados[i] === 'pending')) {
        const clave = `pruebas de «${m.project.name}»; ${motivoOf(t)}`
        grupos.set(clave, (grupos.get(clave) ?? 0) + 1)
      }
    }
    for (const [clave, n] of grupos) total.sinCorrer.push(`${n} ${clave}`)
    const externa = modulos.find((m) => m.project.name === 'externa')?.project.getProvidedContext().base
    if (externa?.hay && !externa.mqtt)
      total.sinCorrer.push('un broker MQTT externo; en esta máquina no responde ninguno')
    const lentos = modulos
      .map((m) => ({
        s: m.diagnostic().duration / 1000,
        que: `${m.project.name} ${relative(RAIZ, m.moduleId)}`,
      }))
      .sort((a, b) => b.s - a.s)
      .slice(0, LENTOS)
    process.stdout.write(`Lo más lento: ${lentos.map((l) => `${l.que} ${l.s.toFixed(0)} s`).join(', ')}\n`)
    const archivo = process.env.INFORME
    mkdirSync(dirname(archivo), { recursive: true })
    writeFileSync(archivo, JSON.stringify(total))
  }
}
