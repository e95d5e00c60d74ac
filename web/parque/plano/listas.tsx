import Box from '@mui/material/Box'
import { SIN_UBICACION } from '#contract/parque/dispositivos/inventario-values'
import type { Plano } from '#contract/parque/ubicaciones/ubicaciones'
import { tono } from '../../ui/theme/tono'
import type { Cuentas, Inciertos } from './cuentas'
import type { DatosNodo } from './nodo'
import { ListaLugares, type Lugar } from './resto'

const lugarOf =
  (cuentas: Cuentas | undefined) =>
  (u: { nombre: string; grupo: string }): Lugar => ({
    ...u,
    n: cuentas?.get(u.nombre) ?? 0,
  })

/** Places with counted containers that are no node of the plan, whether in the catalogue or not. */
function fueraOf(plano: Plano, nodos: DatosNodo[], cuentas: Cuentas | undefined): Lugar[] {
  const dentro = new Set(nodos.map((n) => n.nombre))
  const grupos = new Map(plano.data.map((u) => [u.nombre, u.grupo]))
  return [...(cuentas ?? [])]
    .filter(([nombre, n]) => n > 0 && !dentro.has(nombre))
    .map(([nombre, n]) => ({ nombre, grupo: grupos.get(nombre) ?? 'transito', n }))
    .sort((a, b) => Number(a.nombre === SIN_UBICACION) - Number(b.nombre === SIN_UBICACION) || b.n - a.n)
}

type Props = {
  ancha: boolean
  plano: Plano
  nodos: DatosNodo[]
  cuentas: Cuentas | undefined
  inciertos: Inciertos | undefined
  onOpen: (nombre: string) => void
}

/** Lists below the plan: places outside of it, and on a phone its nodes too. */
export function ListasPlano({ ancha, plano, nodos, cuentas, inciertos, onOpen }: Props) {
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'grid',
        gap: 4,
        px: 4,
        py: ancha ? 2 : 4,
        bgcolor: tono('paper'),
        borderTop: `1px solid ${tono('line')}`,
      }}
    >
      {!ancha && (
        <ListaLugares
          columna
          titulo="En el plano"
          lugares={nodos.map(lugarOf(cuentas))}
          inciertos={inciertos}
          onOpen={onOpen}
        />
      )}
      <ListaLugares
        columna={!ancha}
        titulo="Fuera del plano"
        lugares={fueraOf(plano, nodos, cuentas)}
        inciertos={inciertos}
        onOpen={onOpen}
      />
    </Box>
  )
}
