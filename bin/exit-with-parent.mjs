// Loaded into the command line when the launcher had to start a second Node: if the launcher is killed in a way that it
// cannot pass on, this process stops as after a Ctrl+C instead of living on unseen.
process.on('disconnect', () => process.kill(process.pid, 'SIGINT'))
process.channel?.unref()
