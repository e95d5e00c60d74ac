import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { ColumnaLt, FilaLt } from '#contract/parque/logistica/logistica'
import { GRUPOS_LT, UBICACIONES_LT } from '#contract/parque/logistica/values'
import { COLUMNA_EMPRESA } from '#contract/values/exportar'
import type { Columna } from '../../ui/tabla/tipos'
import type { Token } from '../../ui/theme/tokens'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { Cuenta } from './cuenta'
import { Diferencia } from './diferencia'
import { type LugarLt, numeroOf, type Sumas } from './sumas'

const TOKEN: Record<(typeof GRUPOS_LT)[number]['nombre'], Token> = {
  Proveedor: 'violeta',
  Llenos: 'petrol',
  Consumo: 'azul',
  Vacíos: 'verde',
  Montaje: 'amber',
  'Fuera de planta': 'gris',
}

const ANCHO_CUENTA = 92

const Enlace = styled('span')({
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    fontFamily: LETRA_MONO,
    fontSize: 12,
    fontWeight: 600,
    color: tono('brand'),
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
    '@media (pointer: coarse)': { minHeight: 44 },
  },
})

const n = (v: number) => (
  <span style={v === 0 ? { color: tono('muted') } : { fontWeight: 550 }}>{v.toLocaleString('es')}</span>
)

type Numerica = Exclude<ColumnaLt, 'codigo' | 'descripcion'>

const numerica = (id: Numerica, titulo: string, mas: Partial<Columna<FilaLt>> = {}): Columna<FilaLt> => ({
  id,
  titulo,
  numerica: true,
  ancho: ANCHO_CUENTA,
  celda: (f) => n(numeroOf(id, f)),
  valor: (f) => numeroOf(id, f),
  ...mas,
})

/** A count at a place, as a link to its list. */
const deLugar = (id: LugarLt, titulo: string, mas: Partial<Columna<FilaLt>>) =>
  numerica(id, titulo, { celda: (f) => <Cuenta de={f} lugar={id} codigo={f.codigo} />, ...mas })

const COLUMNAS: Columna<FilaLt>[] = [
  {
    id: 'codigo',
    titulo: 'LT',
    ancho: 84,
    fija: true,
    anclada: true,
    celda: (f) => (
      <Enlace>
        <Link
          to="/poc-status"
          search={{ familia: f.codigo }}
          aria-label={`${f.codigo}, ver sus contenedores en el inventario`}
        >
          {f.codigo}
        </Link>
      </Enlace>
    ),
    valor: (f) => f.codigo,
  },
  {
    id: 'descripcion',
    titulo: 'Descripción',
    soloAncha: true,
    celda: (f) => f.descripcion,
    valor: (f) => f.descripcion,
  },
  numerica('total', 'Total', { ancho: 80 }),
  ...GRUPOS_LT.flatMap(({ nombre, ubicaciones }) =>
    ubicaciones.map((u) => deLugar(u, u, { grupo: { nombre, token: TOKEN[nombre] } })),
  ),
  deLugar('otras', 'Otras ubicaciones', { ancho: 148, oculta: true }),
  numerica('encontrados', 'Encontrados', { ancho: 116, oculta: true }),
  {
    id: 'diferencia',
    titulo: 'Diferencia',
    ancho: 164,
    celda: (f) => <Diferencia de={f} codigo={f.codigo} />,
    valor: (f) => numeroOf('diferencia', f),
  },
]

type Acciones = { onEdit: (f: FilaLt) => void; onRemove: (f: FilaLt) => void }

/** The columns of the board, with the actions of an administrator on a code. */
export function columnasLogistica(
  acciones: Acciones | undefined,
  empresa: Columna<FilaLt>[],
): Columna<FilaLt>[] {
  if (!acciones) return COLUMNAS
  return [
    ...COLUMNAS,
    ...empresa,
    {
      id: 'acciones',
      titulo: 'Acciones',
      sinTitulo: true,
      fija: true,
      ancho: 92,
      celda: (f) => (
        <span style={{ display: 'flex', justifyContent: 'flex-end' }}>
          <IconButton size="small" aria-label={`Editar ${f.codigo}`} onClick={() => acciones.onEdit(f)}>
            <EditOutlined sx={{ fontSize: 18 }} />
          </IconButton>
          <IconButton size="small" aria-label={`Eliminar ${f.codigo}`} onClick={() => acciones.onRemove(f)}>
            <DeleteOutlined sx={{ fontSize: 18 }} />
          </IconButton>
        </span>
      ),
    },
  ]
}

const DE_LUGAR: readonly string[] = [...UBICACIONES_LT, 'otras']

/**
 * Cells of the totals row.
 * @param todas totals of the whole catalogue: then the numbers link to a list
 */
export function pieOf(sumas: Sumas, columna: string, todas: boolean) {
  if (columna === 'codigo') return 'Total'
  if (columna === 'diferencia') return <Diferencia de={sumas} enlazada={todas} />
  if (columna === 'descripcion' || columna === COLUMNA_EMPRESA || columna === 'acciones') return null
  if (todas && DE_LUGAR.includes(columna)) return <Cuenta de={sumas} lugar={columna as LugarLt} />
  return numeroOf(columna as Numerica, sumas).toLocaleString('es')
}
