import Box from '@mui/material/Box'
import { CampoDia } from '../../ui/fecha/campo-dia'

type Props = {
  desde: string
  hasta: string
  /** The last selectable day. */
  hoy: string
  onChange: (cambio: { desde?: string; hasta?: string }) => void
}

const CAMPO = { flex: { xs: '1 1 200px', md: 'none' }, width: { md: 208 } }

/** The date range of the file of a container. */
export function Dias({ desde, hasta, hoy, onChange }: Props) {
  return (
    <>
      <Box sx={CAMPO}>
        <CampoDia
          etiqueta="Desde"
          valor={desde}
          max={hoy}
          onChange={(d) => onChange({ desde: d })}
          error={desde > hasta ? 'Es posterior al fin.' : undefined}
        />
      </Box>
      <Box sx={CAMPO}>
        <CampoDia etiqueta="Hasta" valor={hasta} max={hoy} onChange={(d) => onChange({ hasta: d })} />
      </Box>
    </>
  )
}
