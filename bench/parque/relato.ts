import { pct, printTabla, suma } from '../medidas'
import type { NotaEscalas } from './escala'
import type { judgeGuardado } from './guardado'
import { type NotaPlanta, sumPlantas } from './libro'
import type { Nota } from './pilas'
import type { NotaPilas } from './pilas-guardadas'
import { joinBands, lossRatioOf, MIN_CASES, type NotaVuelve, worstOf } from './vuelve'

type DePilas = { nombre: string; nota: Nota }
type DeVuelve = NotaVuelve & { nombre: string }
type DeGuardado = Awaited<ReturnType<typeof judgeGuardado>> & { nombre: string }
type DePilasGuardadas = NotaPilas & { nombre: string }
export type Medido = {
  escala: NotaEscalas[]
  libro: NotaPlanta[]
  pilas: DePilas[]
  vuelve: DeVuelve[]
  guardado: DeGuardado[]
  pilasGuardadas: DePilasGuardadas[]
}

/** A figure and its limit: `al_menos`, a lower one, or `como_mucho`, an upper one. */
export type Limite = {
  que: string
  unidad: 'parte' | 'n' | 'centimos'
  sentido: 'al_menos' | 'como_mucho'
  limite: number
  medido: number
  vale: boolean
}

const mean = (pilas: readonly DePilas[], of: (n: Nota) => number, weight: (n: Nota) => number) =>
  suma(pilas.map(({ nota }) => of(nota) * weight(nota))) / suma(pilas.map(({ nota }) => weight(nota)))

/** All figures of the pool's answers with their limits, over all plants. */
export function listLimites({ escala, libro, pilas, vuelve, guardado, pilasGuardadas }: Medido): Limite[] {
  const least = (que: string, limite: number, medido: number): Limite => ({
    que,
    unidad: 'parte',
    sentido: 'al_menos',
    limite,
    medido,
    vale: medido >= limite,
  })
  const most = (que: string, unidad: Limite['unidad'], limite: number, medido: number): Limite => ({
    que,
    unidad,
    sentido: 'como_mucho',
    limite,
    medido,
    vale: medido <= limite,
  })
  const oidos = suma(escala.map((e) => e.oidos))
  const book = sumPlantas(libro)
  return [
    least('containers on one rung, which is theirs', 1, suma(escala.map((e) => e.enSuPeldano)) / oidos),
    most(
      'cents by which sums are off containers times price of their day',
      'centimos',
      0,
      suma(escala.map((e) => e.centimosDeMas)),
    ),
    most('other faults of rungs and prices', 'n', 0, suma(escala.map((e) => e.fallos.length))),
    most(
      'worst band of the chance of return is off by',
      'parte',
      0.1,
      worstOf(joinBands(vuelve.map((v) => v.bands))),
    ),
    most(
      "the same in the product's list, by its jobs on a database, off the truth by",
      'parte',
      0.1,
      worstOf(joinBands(guardado.map((g) => g.bands))),
    ),
    most('moments at which own stock and balances are not the pool', 'n', 0, book.descuadres),
    most('balances that are kept otherwise than the book sums up to', 'n', 0, book.saldosMal),
    most('containers in two accounts at some moment', 'n', 0, book.dobles),
    least('movements made by positions that happened', 0.97, book.precision),
    least('movements that readers could see, in the book', 0.97, book.recall),
    least(
      'movements that positions missed, and the book has wrong since, on a list of the product',
      1,
      book.pendientes ? book.enLista / book.pendientes : 0,
    ),
    least(
      'tags that died were on the list 14 days before',
      0.9,
      mean(
        pilas,
        (n) => n.avisadas,
        (n) => n.mueren,
      ),
    ),
    least(
      'batteries on the list ended within 60 days',
      0.5,
      mean(
        pilas,
        (n) => n.acaban,
        (n) => n.listadas,
      ),
    ),
    least(
      "tags on the product's list, by its jobs on a database, of those that die within 14 days",
      0.9,
      suma(pilasGuardadas.map((n) => n.avisadas)) / suma(pilasGuardadas.map((n) => n.mueren)),
    ),
    least(
      'living tags on that list that end within 60 days',
      0.5,
      suma(pilasGuardadas.map((n) => n.acaban)) / suma(pilasGuardadas.map((n) => n.listadas)),
    ),
  ]
}

function printEscala(escala: readonly NotaEscalas[]): void {
  printTabla(
    'Loss ladder: silences from a minute to three months, with causes, prices and what people said',
    ['company, seed', 'containers', 'on their rung alone', 'euros', 'cents off', 'faults'],
    escala.map((e) => [
      e.nombre,
      String(e.oidos),
      String(e.enSuPeldano),
      e.euros.toFixed(2),
      String(e.centimosDeMas),
      String(e.fallos.length),
    ]),
  )
  for (const f of escala.flatMap((e) => e.fallos).slice(0, 10)) process.stdout.write(`  ${f}\n`)
}

function printLibro(libro: readonly NotaPlanta[]): void {
  printTabla(
    'Book of custody, kept in six pieces; movements that no reader could see are not asked of it',
    [
      'plant, seed',
      'in the book',
      'could be seen',
      'precision',
      'recall',
      'not to be seen',
      'moments',
      'off the pool',
      'missed',
      'made good since',
      'moved just now',
      'wrong since',
      'of these on a list',
      'containers on it',
    ],
    libro.map((n) => [
      n.nombre,
      String(n.anotados),
      String(n.visibles),
      share(n.aciertos / n.anotados),
      share(n.aciertos / n.visibles),
      String(n.ciegos),
      String(n.momentos),
      String(n.descuadres),
      String(n.omitidos),
      String(n.enmendados),
      String(n.recientes),
      String(n.pendientes),
      String(n.enLista),
      String(n.listados),
    ]),
  )
}

function printPilas(pilas: readonly DePilas[]): void {
  printTabla(
    'Batteries; beside them the rule of before: under 25 % 14 days before, and ended within 60 days',
    [
      'plant, seed',
      'died',
      'listed 14 days before',
      'came onto the list',
      'ended within 60 days',
      'of "ya"',
      'of "este mes"',
      'under 25 %',
      'not known',
    ],
    pilas.map(({ nombre, nota: n }) => [
      nombre,
      String(n.mueren),
      pct(n.avisadas),
      String(n.listadas),
      pct(n.acaban),
      pct(n.ya),
      pct(n.esteMes),
      `${pct(n.avisadasAntes)}, ${pct(n.acabanAntes)}`,
      pct(n.sinSaber),
    ]),
  )
}

function printPilasGuardadas(pilas: readonly DePilasGuardadas[]): void {
  printTabla(
    "Batteries on the product's list of today, kept by its jobs on a database",
    ['plant, seed', 'die within 14 days', 'of these listed', 'living, listed', 'of these end within 60 days'],
    pilas.map((n) => [n.nombre, ...[n.mueren, n.avisadas, n.listadas, n.acaban].map(String)]),
  )
}

function printVuelve(vuelve: readonly DeVuelve[]): void {
  const all = {
    nombre: 'all of them',
    bands: joinBands(vuelve.map((v) => v.bands)),
    byTruth: joinBands(vuelve.map((v) => v.byTruth)),
  }
  printTabla(
    `Chance of return, said each week and judged by what came; bands of 10 points with ${MIN_CASES} silences or more`,
    ['plant, seed', 'cases', 'worst band is off by', 'by luck alone', 'expected loss / lost'],
    [...vuelve, all].map((v) => [
      v.nombre,
      String(suma(v.bands.map((b) => b.n))),
      pct(worstOf(v.bands)),
      pct(worstOf(v.byTruth)),
      lossRatioOf(v.bands).toFixed(3),
    ]),
  )
}

function printGuardado(guardado: readonly DeGuardado[]): void {
  printTabla(
    "Chance of return in the product's list, learned and kept by its jobs on a database; against the true chance",
    ['plant, seed', 'silent', 'bands judged', 'worst band is off by', 'without an estimate'],
    guardado.map((g) => [
      g.nombre,
      String(g.callados),
      String(g.bands.filter((b) => b.silences >= MIN_CASES).length),
      pct(worstOf(g.bands)),
      String(g.sinEstimar),
    ]),
  )
}

const share = (x: number) => `${(100 * x).toFixed(1)} %`
const figure = (l: Limite, x: number) => (l.unidad === 'parte' ? share(x) : String(x))

export function tell(medido: Medido, limites: readonly Limite[]): void {
  printEscala(medido.escala)
  printVuelve(medido.vuelve)
  printGuardado(medido.guardado)
  printLibro(medido.libro)
  printPilas(medido.pilas)
  printPilasGuardadas(medido.pilasGuardadas)
  printTabla(
    'All of them together',
    ['', 'limit', 'measured', 'measured / limit', ''],
    limites.map((l) => [
      l.que,
      `${l.sentido === 'al_menos' ? 'at least' : 'at most'} ${figure(l, l.limite)}`,
      figure(l, l.medido),
      l.limite ? (l.medido / l.limite).toFixed(2) : '',
      l.vale ? 'ok' : 'MISSED',
    ]),
  )
}
