import CloudDoneIcon from '@mui/icons-material/CloudDoneOutlined'
import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import VolumeOffIcon from '@mui/icons-material/VolumeOffOutlined'
import VolumeUpIcon from '@mui/icons-material/VolumeUpOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { Link } from '@tanstack/react-router'
import { type RefObject, useCallback, useDeferredValue, useState } from 'react'
import type { Recuento } from '#contract/cuentas/recuentos/recuentos'
import { claveOf, formatAlcance, type LineaRecuento } from '#contract/cuentas/recuentos/reglas-values'
import type { ModoEscaneo } from '#contract/cuentas/recuentos/values'
import { entero } from '../../lib/formato'
import { useCambia } from '../../lib/session/sesion'
import { useAviso } from '../../ui/feedback/aviso'
import { tono } from '../../ui/theme/tono'
import { Cerrar } from './cerrar'
import { Entrada } from './entrada'
import { FotoLinea } from './foto'
import { ListasCuenta } from './listas'
import { type Ultimo, UltimoEscaneo } from './resultado'
import { isSonido, playDicho, setSonido } from './sonido'
import { formatEscaneosFotos, formatSinEnviar } from './textos'
import type { Cuenta } from './use-cuenta'

function Conexion({ enLinea, sinEnviar }: { enLinea: boolean; sinEnviar: number }) {
  const bien = enLinea && sinEnviar === 0
  return (
    <Box
      role="status"
      aria-label="Envío"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        fontSize: 13,
        color: tono(bien ? 'verde' : 'amber'),
      }}
    >
      {bien ? <CloudDoneIcon sx={{ fontSize: 18 }} /> : <CloudOffIcon sx={{ fontSize: 18 }} />}
      {!enLinea && `Sin conexión${sinEnviar > 0 ? ' · ' : ''}`}
      {sinEnviar > 0 ? formatSinEnviar(sinEnviar) : enLinea && 'Todo enviado'}
    </Box>
  )
}

/** A count on a phone: scan, type or tap codes; the result of each; the remaining containers; and the end of the count. */
export function Contar({ c, recuento }: { c: Cuenta; recuento: Recuento }) {
  const aviso = useAviso()
  const cambia = useCambia()
  const [ultimo, setUltimo] = useState<Ultimo>()
  const [donde, setDonde] = useState<string | null>(null)
  const [sonido, setSuena] = useState(isSonido)
  const [cierra, setCierra] = useState(false)
  const { add, undo } = c
  const scan = useCallback(
    async (codigo: string, modo: ModoEscaneo) => {
      try {
        const hecho = await add(codigo, modo, donde)
        if (!hecho?.linea) return
        setUltimo({ linea: hecho.linea, veces: hecho.veces })
        playDicho(
          hecho.veces > 0
            ? 'repetido'
            : (hecho.linea.resultado as Exclude<LineaRecuento['resultado'], 'falta'>),
        )
      } catch {
        aviso.error('Este dispositivo no tiene sitio: el escaneo no se ha guardado')
      }
    },
    [add, aviso, donde],
  )
  const takeBack = useCallback(
    (l: LineaRecuento) => {
      setUltimo(undefined)
      undo(claveOf({ mac: l.mac, codigo: l.codigo })).then(
        () => aviso.info('Escaneo quitado'),
        () => aviso.error('No se ha podido quitar'),
      )
    },
    [undo, aviso],
  )
  const sayHere = useCallback((l: LineaRecuento) => void scan(l.mac ?? l.codigo, 'lista'), [scan])
  const { cuenta } = c
  // The lists may update a moment later than the message about a scan.
  const listas = useDeferredValue(cuenta)
  if (!cuenta || !listas) return null
  const { cifras } = cuenta
  const rechazados = [...c.rechazados, ...c.fotosRechazadas]
  /** The last scan: its row in the lists tells whether it has a photo. */
  const drawFoto = (l: LineaRecuento, video?: RefObject<HTMLVideoElement | null>) => {
    const suya = cuenta.lineas.find((x) => claveOf(x) === claveOf(l)) ?? l
    return (
      suya.resultado === 'desconocido' && <FotoLinea l={suya} fotos={c.fotos} cambia={cambia} video={video} />
    )
  }
  const hechos = cifras.esperados - cifras.faltantes
  return (
    <Box sx={{ width: '100%', maxWidth: 720, mx: 'auto', p: { xs: 3, md: 5 }, display: 'grid', gap: 3 }}>
      <Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <Typography variant="caption" component="p" sx={{ flex: 1 }}>
            <Link to="/recuentos" style={{ color: tono('brand') }}>
              Recuentos
            </Link>
          </Typography>
          <Conexion enLinea={c.enLinea} sinEnviar={c.sinEnviar + c.fotosSinEnviar} />
          <IconButton
            size="small"
            aria-label="Sonido"
            aria-pressed={sonido}
            onClick={() => {
              setSonido(!sonido)
              setSuena(!sonido)
            }}
          >
            {sonido ? <VolumeUpIcon fontSize="small" /> : <VolumeOffIcon fontSize="small" />}
          </IconButton>
        </Box>
        <Typography variant="h2" component="h1" sx={{ overflowWrap: 'anywhere' }}>
          {formatAlcance(recuento)}
        </Typography>
      </Box>
      <Box>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, fontVariantNumeric: 'tabular-nums' }}>
          <Typography role="status" aria-label="Avance" sx={{ fontSize: 20, fontWeight: 600, flex: 1 }}>
            {entero(hechos)} de {entero(cifras.esperados)}
          </Typography>
          {cambia && (
            <Button variant="outlined" onClick={() => setCierra(true)}>
              Terminar
            </Button>
          )}
        </Box>
        <LinearProgress
          variant="determinate"
          aria-label="Encontrados"
          value={cifras.esperados === 0 ? 100 : (100 * hechos) / cifras.esperados}
          sx={{ mt: 1, height: 8, borderRadius: 4 }}
        />
      </Box>
      {rechazados.length > 0 && (
        <Alert severity="error" variant="outlined">
          Sin admitir: {formatEscaneosFotos(c.rechazados.length, c.fotosRechazadas.length)}.{' '}
          {rechazados[0]?.error} Se quedan en este dispositivo.
        </Alert>
      )}
      {cambia && (
        <Entrada
          empresa={recuento.empresa}
          familia={recuento.familia !== null}
          donde={donde}
          onDonde={setDonde}
          onScan={scan}
          ultimo={(video) => ultimo && <UltimoEscaneo {...ultimo} foto={drawFoto(ultimo.linea, video)} />}
        />
      )}
      {ultimo && (
        <UltimoEscaneo {...ultimo} foto={drawFoto(ultimo.linea)} onUndo={() => takeBack(ultimo.linea)} />
      )}
      <ListasCuenta
        lineas={listas.lineas}
        cifras={listas.cifras}
        recuento={recuento}
        fotos={c.fotos}
        onHere={sayHere}
        onUndo={takeBack}
      />
      {cierra && <Cerrar c={c} recuento={recuento} cifras={cifras} onClose={() => setCierra(false)} />}
    </Box>
  )
}
