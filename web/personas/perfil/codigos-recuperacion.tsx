import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { save } from '../../lib/api/download'
import { BotonCopiar } from '../../ui/secreto'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'

export function CodigosRecuperacion({ codigos }: { codigos: string[] }) {
  const texto = `${codigos.join('\n')}\n`
  const download = () => save(new Blob([texto], { type: 'text/plain' }), 'retorna-codigos.txt')
  return (
    <>
      <Alert severity="warning" variant="outlined">
        Guárdalos en un lugar seguro: no se vuelven a mostrar. Cada uno sirve una vez, si no tienes el
        teléfono.
      </Alert>
      <Box
        component="ul"
        aria-label="Códigos de recuperación"
        sx={{
          display: 'grid',
          gridTemplateColumns: '1fr 1fr',
          gap: 1,
          m: 0,
          p: 3,
          listStyle: 'none',
          fontFamily: LETRA_MONO,
          fontSize: 13,
          textAlign: 'center',
          border: `1px solid ${tono('line')}`,
          borderRadius: '8px',
          bgcolor: tono('ground'),
        }}
      >
        {codigos.map((c) => (
          <li key={c}>{c}</li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', gap: 2 }}>
        <BotonCopiar texto={texto} etiqueta="Copiar los códigos" />
        <Button size="small" color="inherit" startIcon={<FileDownloadOutlined />} onClick={download}>
          Descargar
        </Button>
      </Box>
    </>
  )
}
