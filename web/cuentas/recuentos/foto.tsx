import PhotoCameraIcon from '@mui/icons-material/PhotoCameraOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Dialog from '@mui/material/Dialog'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { claveOf, type LineaRecuento } from '#contract/cuentas/recuentos/reglas-values'
import { urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useAviso } from '../../ui/feedback/aviso'
import { TituloDialogo } from '../../ui/feedback/titulo-dialogo'
import { SOLO_ICONO } from '../../ui/solo-icono'
import { tono } from '../../ui/theme/tono'
import type { Fotos } from './use-cuenta'

const LADO = 48

/** An object URL for bytes that this page holds; undefined while there is none. */
function useUrlLocal(jpeg: ArrayBuffer | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!jpeg) return
    const suya = URL.createObjectURL(new Blob([jpeg], { type: 'image/jpeg' }))
    setUrl(suya)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(suya)
    }
  }, [jpeg])
  return url
}

type PropsVer = {
  codigo: string
  recuento: number
  /** Id of the scan that has the photo. */
  escaneo: string
  /** The photo, if this device has it. */
  jpeg?: ArrayBuffer | null | undefined
}

/** Thumbnail of the photo of an unknown code; a click shows it large. */
export function FotoCodigo({ codigo, recuento, escaneo, jpeg }: PropsVer) {
  const id = useId()
  const [abierta, setAbierta] = useState(false)
  const local = useUrlLocal(jpeg)
  const src = jpeg ? local : urlOf(api.getFotoRecuento.path, { id: recuento, escaneo })
  const nombre = `Foto de ${codigo}`
  return (
    <>
      <ButtonBase
        aria-label={`Ver la foto de ${codigo}`}
        onClick={() => setAbierta(true)}
        sx={{
          width: LADO,
          height: LADO,
          flex: 'none',
          borderRadius: 1,
          overflow: 'hidden',
          border: `1px solid ${tono('line')}`,
          '&:focus-visible': { outline: `2px solid ${tono('brand')}` },
        }}
      >
        <Box component="img" src={src} alt="" sx={{ width: '100%', height: '100%', objectFit: 'cover' }} />
      </ButtonBase>
      <Dialog open={abierta} onClose={() => setAbierta(false)} maxWidth="lg" aria-labelledby={id}>
        <TituloDialogo id={id} onClose={() => setAbierta(false)}>
          {nombre}
        </TituloDialogo>
        <Box
          component="img"
          src={src}
          alt={nombre}
          sx={{ display: 'block', maxWidth: '100%', maxHeight: '80vh', objectFit: 'contain', p: 3 }}
        />
      </Dialog>
    </>
  )
}

type PropsHacer = {
  codigo: string
  onFoto: (fuente: Blob | HTMLVideoElement) => Promise<void>
  /** The running camera, if any: its current frame becomes the photo. */
  video?: RefObject<HTMLVideoElement | null> | undefined
  /** Placed beside other buttons. */
  estrecha?: boolean | undefined
}

/** Takes the photo of an unknown code: from the running camera, else with the phone's camera app. */
function TakeFoto({ codigo, onFoto, video, estrecha }: PropsHacer) {
  const aviso = useAviso()
  const campo = useRef<HTMLInputElement>(null)
  const [ocupado, setOcupado] = useState(false)
  const take = async (fuente: Blob | HTMLVideoElement | null | undefined) => {
    if (!fuente) return
    setOcupado(true)
    try {
      await onFoto(fuente)
    } catch {
      aviso.error('No se ha podido guardar la foto en este dispositivo')
    } finally {
      setOcupado(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        disabled={ocupado}
        startIcon={<PhotoCameraIcon />}
        sx={estrecha ? SOLO_ICONO : undefined}
        aria-label={`Hacer una foto de ${codigo}`}
        onClick={() => (video ? void take(video.current) : campo.current?.click())}
      >
        Foto
      </Button>
      {!video && (
        <input
          ref={campo}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          aria-label={`Foto de ${codigo}`}
          onChange={(e) => {
            void take(e.target.files?.[0])
            // Allows the user to choose the same file again.
            e.target.value = ''
          }}
        />
      )}
    </>
  )
}

type Props = {
  l: Pick<LineaRecuento, 'mac' | 'codigo' | 'resultado' | 'foto'>
  fotos: Fotos
  cambia: boolean
} & Pick<PropsHacer, 'video' | 'estrecha'>

/** For an unknown code: its photo, or the button that takes one. */
export function FotoLinea({ l, fotos, cambia, ...como }: Props) {
  if (l.resultado !== 'desconocido') return null
  const { codigo, foto } = l
  if (foto !== null) {
    const jpeg = fotos.locales.find((f) => f.id === foto)?.jpeg
    return <FotoCodigo codigo={codigo} recuento={fotos.recuento} escaneo={foto} jpeg={jpeg} />
  }
  if (!cambia) return null
  return <TakeFoto codigo={codigo} {...como} onFoto={(fuente) => fotos.onFoto(claveOf(l), fuente)} />
}
