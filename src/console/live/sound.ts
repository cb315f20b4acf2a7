let context: AudioContext | undefined;

/** So long what plays tones may take to begin, ms: later they would tell of something else. */
const SOON_MS = 300;

/**
 * Two short tones. A browser that was not touched since the page came stays silent, and what was not heard then is not
 * heard later.
 */
export async function playSound(): Promise<void> {
  context ??= new AudioContext();
  const soon = new Promise((resolve) => setTimeout(resolve, SOON_MS));
  // It is not refused before a first touch, but waits for it.
  await Promise.race([context.resume(), soon]);
  if (context.state !== 'running') return;
  const { currentTime: now, destination } = context;
  for (const [at, pitch] of [
    [0, 784],
    [0.14, 1047],
  ] as const) {
    const tone = new OscillatorNode(context, { frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, now + at);
    volume.gain.linearRampToValueAtTime(0.2, now + at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, now + at + 0.3);
    tone.connect(volume).connect(destination);
    tone.start(now + at);
    tone.stop(now + at + 0.32);
  }
}
