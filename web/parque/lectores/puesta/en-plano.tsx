import SensorsIcon from '@mui/icons-material/Sensors'
import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { type Punto, place } from '../../../dominio/plano/geometria'
import { MarcoPlano } from '../../../dominio/plano/marco'
import { NombreEnPlano } from '../../../dominio/plano/nombre'
import { planoQuery } from '../../../dominio/plano/query'
import { tono } from '../../../ui/theme/tono'

/** Half the size of a clickable mark, in CSS pixels. */
const MEDIO: Punto = { x: 14, y: 14 }

const Sitio = styled('button')({
  position: 'absolute',
  width: 2 * MEDIO.x,
  height: 2 * MEDIO.y,
  margin: `${-MEDIO.y}px ${-MEDIO.x}px`,
  padding: 0,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  border: `2px solid ${tono('brand')}`,
  background: tono('paper'),
  color: tono('paper'),
  cursor: 'pointer',
  '& svg': { fontSize: 16 },
  '&[aria-pressed=true]': { background: tono('violeta'), borderColor: tono('paper'), zIndex: 1 },
})

type Props = { empresa: number; elegida: string; onChoose: (ubicacion: string) => void }

/** The locations of the plan, to choose where the reader hangs; hidden if the plan has none. */
export function EnPlano({ empresa, elegida, onChoose }: Props) {
  const { data: plano } = useQuery(planoQuery(empresa))
  if (!plano?.data.some((u) => u.nodo_x !== null)) return null
  return (
    <Box sx={{ height: 200, borderRadius: 2, overflow: 'hidden', border: `1px solid ${tono('line')}` }}>
      <MarcoPlano empresa={empresa} etiqueta="Ubicación en el plano" conMandos>
        {({ data }, medida) =>
          data.map(({ id, nombre, nodo_x, nodo_y }) => {
            if (nodo_x === null || nodo_y === null) return null
            const { x, y } = place({ x: nodo_x, y: nodo_y }, medida, MEDIO)
            const aqui = nombre === elegida
            return (
              <span key={id}>
                <Sitio
                  type="button"
                  aria-label={nombre}
                  aria-pressed={aqui}
                  title={nombre}
                  style={{ left: x, top: y }}
                  onClick={() => onChoose(nombre)}
                >
                  {aqui && <SensorsIcon />}
                </Sitio>
                {aqui && (
                  <NombreEnPlano data-aqui style={{ left: x, top: y }}>
                    {nombre}
                  </NombreEnPlano>
                )}
              </span>
            )
          })
        }
      </MarcoPlano>
    </Box>
  )
}
