import BoltIcon from '@mui/icons-material/Bolt'
import { styled } from '@mui/material/styles'
import { type Punto, place } from '../../../dominio/plano/geometria'
import { MarcoPlano } from '../../../dominio/plano/marco'
import { NombreEnPlano } from '../../../dominio/plano/nombre'
import { tono } from '../../../ui/theme/tono'

/** Half the size of the mark, in CSS pixels. */
const MEDIO: Punto = { x: 14, y: 14 }

const Marca = styled('span')({
  position: 'absolute',
  width: 2 * MEDIO.x,
  height: 2 * MEDIO.y,
  margin: `${-MEDIO.y}px ${-MEDIO.x}px`,
  boxSizing: 'border-box',
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  border: `2px solid ${tono('paper')}`,
  background: tono('rojo'),
  color: tono('paper'),
  boxShadow: '0 1px 6px rgb(0 0 0 / 0.45)',
  zIndex: 1,
  '& svg': { fontSize: 16 },
})

type Props = { nodo: Punto; empresa: number; apodo: string; lugar: string | null }

/** Where the impact was heard, on the floor plan of its company. */
export function PlanoImpacto({ nodo, empresa, apodo, lugar }: Props) {
  const etiqueta = `Plano del impacto de ${apodo}${lugar ? `, en ${lugar}` : ''}`
  return (
    <MarcoPlano empresa={empresa} etiqueta={etiqueta}>
      {(_, medida) => {
        const { x, y } = place(nodo, medida, MEDIO)
        return (
          <>
            <Marca data-impacto style={{ left: x, top: y }}>
              <BoltIcon />
            </Marca>
            {lugar && (
              <NombreEnPlano data-aqui style={{ left: x, top: y }}>
                {lugar}
              </NombreEnPlano>
            )}
          </>
        )
      }}
    </MarcoPlano>
  )
}
