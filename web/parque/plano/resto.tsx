import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { tokenOf } from '../../dominio/plano/grupos'
import { tono } from '../../ui/theme/tono'
import { formatInciertos, type Inciertos } from './cuentas'
import { contenedores } from './nodo'

const Lista = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '&[data-columna]': { display: 'grid', gap: 0 },
})

const Boton = styled('button')({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 28,
  padding: '0 10px',
  borderRadius: 6,
  border: `1px solid ${tono('line')}`,
  background: tono('paper'),
  fontSize: 13,
  cursor: 'pointer',
  '& small': { fontSize: 11, color: tono('muted') },
  '& b': { fontVariantNumeric: 'tabular-nums', marginLeft: 'auto' },
  '&::before': {
    content: '""',
    width: 8,
    height: 8,
    borderRadius: 2,
    background: 'var(--grupo)',
    flex: 'none',
  },
  '&:hover': { borderColor: tono('brand') },
  '&:focus-visible': { outline: `2px solid ${tono('brand')}`, outlineOffset: 1 },
  '@media (pointer: coarse)': { minHeight: 44 },
  '[data-columna] &': {
    width: '100%',
    border: 0,
    borderRadius: 0,
    borderBottom: `1px solid ${tono('line')}`,
  },
})

export type Lugar = { nombre: string; grupo: string; n: number }

type Props = {
  titulo: string
  lugares: Lugar[]
  /** The uncertain part of the counts. */
  inciertos?: Inciertos
  /** One below the other. */
  columna?: boolean
  /** Verb of the click for the accessible name: `${accion} ${nombre}`. */
  accion?: string
  onOpen: (nombre: string) => void
}

/** Locations as a list, each with its count. */
export function ListaLugares({ titulo, lugares, inciertos, columna, accion, onOpen }: Props) {
  if (lugares.length === 0) return null
  return (
    <Box
      component="section"
      aria-label={titulo}
      sx={{
        display: 'flex',
        flexDirection: columna ? 'column' : 'row',
        alignItems: columna ? 'stretch' : 'center',
        gap: 2,
        minWidth: 0,
      }}
    >
      <Box component="h2" sx={{ m: 0, fontSize: 12, fontWeight: 600, color: tono('muted'), flex: 'none' }}>
        {titulo}
      </Box>
      <Lista data-columna={columna || undefined}>
        {lugares.map(({ nombre, grupo, n }) => {
          const dicho = formatInciertos(inciertos, nombre)
          const cuantos = [`${nombre}: ${contenedores(n)}`, dicho].filter(Boolean).join(', ')
          return (
            <li key={nombre}>
              <Boton
                type="button"
                aria-label={accion ? `${accion} ${nombre}` : cuantos}
                style={{ ['--grupo' as string]: tono(tokenOf(grupo)) }}
                onClick={() => onOpen(nombre)}
              >
                {nombre}
                {dicho && <small>{dicho}</small>}
                <b>{n.toLocaleString('es')}</b>
              </Boton>
            </li>
          )
        })}
      </Lista>
    </Box>
  )
}
