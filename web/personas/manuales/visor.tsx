import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { DocManual } from '#contract/personas/manuales/manuales'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'
import { urlQuery } from './queries'

type Props = {
  doc: DocManual
  pagina: number | undefined
  /** Actions of an administrator. */
  acciones?: ReactNode
  onBack: () => void
}

const COMPACTO = { minWidth: { xs: 44, md: 64 }, '& .texto': { display: { xs: 'none', sm: 'inline' } } }

export function Visor({ doc, pagina, acciones, onBack }: Props) {
  const { data: url, isError, refetch, isFetching } = useQuery(urlQuery(doc.id))
  const destino = url && doc.type === 'pdf' && pagina ? `${url}#page=${pagina}` : url
  return (
    <Box
      component="article"
      aria-labelledby="titulo-manual"
      sx={{ flex: 1, minWidth: 0, minHeight: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          minHeight: 52,
          px: { xs: 2, md: 4 },
          borderBottom: `1px solid ${tono('line')}`,
        }}
      >
        <Button
          color="inherit"
          aria-label="Volver a los manuales"
          onClick={onBack}
          sx={{ display: { md: 'none' }, minWidth: 44, minHeight: 44 }}
        >
          <ArrowBackIcon />
        </Button>
        <Typography
          id="titulo-manual"
          component="h2"
          sx={{
            flex: 1,
            minWidth: 0,
            fontSize: 16,
            fontWeight: 600,
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            whiteSpace: 'nowrap',
          }}
        >
          {doc.title}
        </Typography>
        {destino && (
          <>
            <Button
              color="inherit"
              href={destino}
              target="_blank"
              rel="noopener"
              aria-label="Abrir en otra pestaña"
              sx={COMPACTO}
            >
              <OpenInNewIcon sx={{ fontSize: 18, mr: { sm: 2 } }} />
              <span className="texto">Abrir en otra pestaña</span>
            </Button>
            <Button
              color="inherit"
              component="a"
              href={url}
              download={`${doc.title}.${doc.type}`}
              aria-label="Descargar"
              sx={COMPACTO}
            >
              <DownloadIcon sx={{ fontSize: 18, mr: { sm: 2 } }} />
              <span className="texto">Descargar</span>
            </Button>
          </>
        )}
        {acciones}
      </Box>
      {doc.sin_texto && (
        <Box role="note" sx={{ px: 4, py: 2, fontSize: 13, color: tono('muted') }}>
          El texto de este PDF no se ha podido leer entero: el buscador y el asistente no lo encuentran por lo
          que dice.
        </Box>
      )}
      {isError && !url ? (
        <Fallo texto="Error al obtener la URL del PDF" onRetry={() => void refetch()} ocupado={isFetching} />
      ) : destino ? (
        <Contenido key={destino} doc={doc} url={destino} />
      ) : (
        <LinearProgress aria-label={`Cargando ${doc.title}`} />
      )}
    </Box>
  )
}

function Contenido({ doc, url }: { doc: DocManual; url: string }) {
  const [roto, setRoto] = useState(false)
  if (roto)
    return (
      <Fallo
        texto="No se ha podido reproducir el vídeo"
        detalle="Puede que ya no exista o que este navegador no admita su formato. Descárgalo para verlo con otro programa."
        onRetry={() => setRoto(false)}
      />
    )
  if (doc.type === 'mp4')
    return (
      <Box sx={{ flex: 1, minHeight: 0, display: 'grid', placeItems: 'center', bgcolor: '#000' }}>
        {/* biome-ignore lint/a11y/useMediaCaption: what people upload has no captions. */}
        <video
          controls
          preload="metadata"
          src={url}
          aria-label={doc.title}
          onError={() => setRoto(true)}
          style={{ maxWidth: '100%', maxHeight: '100%', width: '100%', height: '100%' }}
        />
      </Box>
    )
  if (!navigator.pdfViewerEnabled)
    return (
      <Box sx={{ flex: 1, display: 'grid', placeContent: 'center' }}>
        <EstadoVacio
          texto="Este navegador no muestra PDF dentro de la página"
          ayuda="Ábrelo en otra pestaña o descárgalo para leerlo con el lector de tu dispositivo."
          accion={
            <Button
              variant="contained"
              href={url}
              target="_blank"
              rel="noopener"
              startIcon={<OpenInNewIcon />}
            >
              Abrir el documento
            </Button>
          }
        />
      </Box>
    )
  return <iframe src={url} title={doc.title} style={{ flex: 1, width: '100%', border: 0 }} />
}
