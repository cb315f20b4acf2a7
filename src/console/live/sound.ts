/** Browsers warn about a context that is created before the first sound. */
const audio: { context?: AudioContext } = {};

const MAX_START_DELAY_MS = 300;

export async function playSound(): Promise<void> {
  const context = (audio.context ??= new AudioContext());
  // `resume` stays pending before the first interaction with the page.
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, MAX_START_DELAY_MS))]);
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
