import type { FilaDiferencia, FilaEnCuenta, FilaExtracto } from '#contract/cuentas/custodia/custodia'
import type { FilaDisputa } from '#contract/cuentas/custodia/disputas'
import { NOMBRE_MOVIMIENTO, PARQUE_PROPIO } from '#contract/cuentas/custodia/values'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { porCiento } from '../../lib/formato'
import { Momento } from '../../ui/momento'
import type { Columna } from '../../ui/tabla/tipos'
import { BotonCelda } from './boton-celda'
import { formatCantidad, formatEstado, formatOtro, formatUltimo } from './textos'

/** Lines of a statement; the latest message of a line opens it. */
export const extractoOf = <F extends FilaExtracto>(onOpen: (f: F) => void): Columna<F>[] => [
  {
    id: 'momento',
    titulo: 'Fecha',
    titular: true,
    fija: true,
    ancho: 160,
    celda: (f) => <Momento iso={f.momento} />,
  },
  { id: 'contenedor', titulo: 'Contenedor', ancho: 130, celda: (f) => f.contenedor ?? '—' },
  { id: 'familia', titulo: 'Familia', ancho: 90, celda: (f) => f.familia || '—' },
  {
    id: 'cantidad',
    titulo: 'Cantidad',
    numerica: true,
    ancho: 90,
    celda: (f) => (f.anulada ? <s>{formatCantidad(f.cantidad)}</s> : <b>{formatCantidad(f.cantidad)}</b>),
  },
  { id: 'clase', titulo: 'Movimiento', ancho: 140, celda: (f) => NOMBRE_MOVIMIENTO[f.clase] },
  { id: 'otro', titulo: 'Desde o hacia', ancho: 150, celda: formatOtro },
  { id: 'documento', titulo: 'Documento', ancho: 120, celda: (f) => f.documento ?? '—' },
  { id: 'lugar', titulo: 'Visto en', ancho: 150, celda: (f) => f.lugar ?? '—' },
  {
    id: 'certeza',
    titulo: 'Certeza',
    numerica: true,
    oculta: true,
    ancho: 90,
    celda: (f) => (f.certeza === null ? '—' : porCiento(f.certeza)),
  },
  { id: 'nota', titulo: 'Nota', oculta: true, ancho: 180, celda: (f) => f.nota ?? '—' },
  {
    id: 'dicho',
    titulo: 'Estado',
    fija: true,
    ancho: 110,
    celda: (f) => (
      <BotonCelda
        type="button"
        title="Prueba, y lo dicho de la línea"
        aria-label={`Abrir la línea de ${f.contenedor ?? (f.familia || 'contenedores')}: ${formatEstado(f) ?? 'sin nada dicho'}`}
        onClick={() => onOpen(f)}
      >
        {formatEstado(f) ?? 'Abrir'}
      </BotonCelda>
    ),
  },
]

/** Disputed lines of all statements: which partner's each is, and what was said last, which a screen of 1440 px shows whole. */
export const disputasOf = (onOpen: (f: FilaDisputa) => void): Columna<FilaDisputa>[] => [
  { id: 'tercero', titulo: 'Tercero', titular: true, fija: true, ancho: 160, celda: (f) => f.tercero.nombre },
  ...extractoOf(onOpen).map((c) => ({ ...c, titular: false, oculta: c.oculta || c.id === 'otro' })),
  { id: 'dijo', titulo: 'Lo último dicho', ancho: 240, celda: (f) => formatUltimo(f) },
]

/** Containers of an account. Users of a partner cannot open the files of containers. */
export const enCuentaOf = (deTercero: boolean): Columna<FilaEnCuenta>[] => [
  {
    id: 'apodo',
    titulo: 'Contenedor',
    titular: true,
    fija: true,
    ancho: 180,
    celda: (f) => (deTercero ? (f.apodo ?? f.mac) : <EnlaceContenedor apodo={f.apodo ?? f.mac} />),
  },
  { id: 'familia', titulo: 'Familia', ancho: 120, celda: (f) => f.familia || '—' },
  { id: 'desde', titulo: 'En la cuenta desde', ancho: 190, celda: (f) => <Momento iso={f.desde} /> },
]

/** Differences between the book and the places. */
export const DIFERENCIAS: Columna<FilaDiferencia>[] = [
  {
    id: 'apodo',
    titulo: 'Contenedor',
    titular: true,
    fija: true,
    ancho: 150,
    celda: (f) => <EnlaceContenedor apodo={f.apodo ?? f.mac} />,
  },
  { id: 'familia', titulo: 'Familia', ancho: 96, celda: (f) => f.familia || '—' },
  {
    id: 'libro',
    titulo: 'Según el libro',
    ancho: 170,
    celda: (f) => (f.libro_fuera ? NOMBRE_MOVIMIENTO.perdida : (f.libro ?? PARQUE_PROPIO)),
  },
  { id: 'visto', titulo: 'Visto en casa de', ancho: 170, celda: (f) => f.visto ?? PARQUE_PROPIO },
  { id: 'lugar', titulo: 'Último lugar', ancho: 160, celda: (f) => f.lugar ?? '—' },
  { id: 'desde', titulo: 'Oído por última vez', ancho: 180, celda: (f) => <Momento iso={f.desde} /> },
]
