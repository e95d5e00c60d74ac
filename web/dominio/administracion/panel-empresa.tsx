import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useDireccion } from '../../lib/api/direccion'
import { CampoEmpresa } from '../empresa/campo-empresa'
import { ASK_EMPRESA } from '../empresa/para-empresa'
import { useEmpresaFormulario } from '../empresa/use-empresa-formulario'
import { validateBusquedaUsuarios } from './busqueda'

type Props = {
  /** What the tab is for. */
  ayuda: ReactNode
  ancho: number
  children: (empresa: number) => ReactNode
}

/** A tab that reads and writes one company: that of the bar; where the bar says all, it asks. */
export function PanelEmpresa({ ayuda, ancho, children }: Props) {
  const [busqueda, change] = useDireccion(validateBusquedaUsuarios)
  const { empresa, pregunta, empresas } = useEmpresaFormulario(busqueda.empresa)
  return (
    <Box sx={{ maxWidth: ancho, p: { xs: 4, md: 6 } }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4, maxWidth: 720 }}>
        {ayuda}
      </Typography>
      {pregunta && (
        <CampoEmpresa
          empresas={empresas}
          elegida={empresa}
          onChoose={(id) => void change({ empresa: id, planta: undefined })}
          helperText={empresa === undefined ? ASK_EMPRESA : undefined}
          sx={{ mb: 6, width: { xs: '100%', sm: 320 } }}
        />
      )}
      {empresa !== undefined && children(empresa)}
    </Box>
  )
}
