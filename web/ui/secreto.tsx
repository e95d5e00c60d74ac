import CheckIcon from '@mui/icons-material/Check'
import ContentCopyIcon from '@mui/icons-material/ContentCopyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { copy } from '../lib/copy'
import { LETRA_MONO } from './theme/tokens'
import { tono } from './theme/tono'

const HECHO_MS = 2_000

export function BotonCopiar({ texto, etiqueta }: { texto: string; etiqueta: string }) {
  const [estado, setEstado] = useState<'quieto' | 'copiado' | 'fallo'>('quieto')
  useEffect(() => {
    if (estado === 'quieto') return
    const reloj = setTimeout(() => setEstado('quieto'), HECHO_MS)
    return () => clearTimeout(reloj)
  }, [estado])
  return (
    <Button
      size="small"
      color="inherit"
      aria-label={etiqueta}
      startIcon={estado === 'copiado' ? <CheckIcon /> : <ContentCopyIcon />}
      onClick={() =>
        void copy(texto).then(
          () => setEstado('copiado'),
          () => setEstado('fallo'),
        )
      }
      sx={{ flex: 'none', minWidth: 96 }}
    >
      <span role="status">
        {estado === 'copiado' ? 'Copiado' : estado === 'fallo' ? 'No se pudo' : 'Copiar'}
      </span>
    </Button>
  )
}

type Props = {
  nombre: string
  valor: string
}

/** A text to be copied as it is, with its line breaks; among others a secret that is shown once. */
export function Secreto({ nombre, valor }: Props) {
  return (
    <Box>
      <Box sx={{ fontSize: 13, fontWeight: 550, mb: 1 }}>{nombre}</Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          pl: 3,
          pr: 1,
          py: 1,
          border: `1px solid ${tono('line')}`,
          borderRadius: '8px',
          bgcolor: tono('ground'),
        }}
      >
        <Box
          component="code"
          aria-label={nombre}
          sx={{
            flex: 1,
            minWidth: 0,
            fontFamily: LETRA_MONO,
            fontSize: 13,
            overflowWrap: 'anywhere',
            whiteSpace: 'pre-wrap',
          }}
        >
          {valor}
        </Box>
        <BotonCopiar texto={valor} etiqueta={`Copiar ${nombre.toLocaleLowerCase('es')}`} />
      </Box>
    </Box>
  )
}
