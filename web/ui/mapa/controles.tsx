import Add from '@mui/icons-material/Add'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import Remove from '@mui/icons-material/Remove'
import ButtonGroup from '@mui/material/ButtonGroup'
import IconButton from '@mui/material/IconButton'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import Tooltip from '@mui/material/Tooltip'
import type { ComponentType } from 'react'
import { tono } from '../theme/tono'
import { useMapa } from './contexto'
import type { Vista } from './vista'

type BotonProps = { titulo: string; icono: ComponentType<SvgIconProps>; onClick: () => void }

function Boton({ titulo, icono: Icono, onClick }: BotonProps) {
  return (
    <Tooltip title={titulo} placement="left">
      <IconButton
        aria-label={titulo}
        onClick={onClick}
        sx={{
          width: 36,
          height: 36,
          borderRadius: 0,
          color: tono('ink'),
          '@media (pointer: coarse)': { width: 44, height: 44 },
          '& + &': { borderTop: `1px solid ${tono('line')}` },
        }}
      >
        <Icono sx={{ fontSize: 20 }} />
      </IconButton>
    </Tooltip>
  )
}

/** Zoom and home buttons, for users who neither pinch nor scroll. */
export function Controles({ inicio }: { inicio?: Vista }) {
  const mapa = useMapa()
  const quieto = () => matchMedia('(prefers-reduced-motion: reduce)').matches
  const animation = () => ({ duration: quieto() ? 0 : 150 })
  return (
    <ButtonGroup
      orientation="vertical"
      aria-label="Controles del mapa"
      sx={{
        position: 'absolute',
        // Above the attribution, within reach of the thumb.
        bottom: 36,
        right: 12,
        bgcolor: tono('paper'),
        border: `1px solid ${tono('line')}`,
        borderRadius: '8px',
        overflow: 'hidden',
      }}
    >
      <Boton titulo="Acercar" icono={Add} onClick={() => mapa.zoomIn(animation())} />
      <Boton titulo="Alejar" icono={Remove} onClick={() => mapa.zoomOut(animation())} />
      {inicio && (
        <Boton
          titulo="Volver a la vista inicial"
          icono={HomeOutlined}
          onClick={() => mapa.jumpTo({ center: [inicio.lon, inicio.lat], zoom: inicio.zoom })}
        />
      )}
    </ButtonGroup>
  )
}
