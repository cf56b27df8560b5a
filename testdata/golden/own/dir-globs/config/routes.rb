# The order of Dir.glob, its patterns, hidden files and links to folders.
Rails.application.routes.draw do
  Dir.glob(Rails.root.join("config/routes/**/*.rb")).each { |f| instance_eval(File.read(f)) }
  %w[
    config/routes/**/*.rb config/routes/**/c.rb config/routes/{b,admin}.rb config/routes/* config/routes/** config/routes/**/
    config/routes/*/ config/**/deep/**/*.rb config/**/**/d.rb config/**/* config/routes/[!b]* config/routes/[^b]* config/routes/?.rb config/routes/.*.rb
    lib/**/*.rb lib/x/link/**/*.rb lib/*/**/*.rb lib/**/a/*.rb lib/x/* lib/x/link/a/*.rb lib/**/link/a/* lib/none/* config/routes/a**/*.rb ./config/*.rb
  ].each_with_index do |pattern, i|
    Dir.glob(pattern, base: Rails.root.to_s).each_with_index { |f, j| get "#{i}/#{j}/#{f.tr('.*', '_')}", to: "globs#show" }
  end
  files = %w[config/routes.rb config config/ lib/x/link lib/x/link/a/q.rb none config/routes/* config/../config]
  files.each_with_index do |name, i|
    full = Rails.root.join(name)
    get "file/#{i}/#{File.exist?(full)}/#{File.file?(full)}/#{File.directory?(full)}/#{Dir.exist?(full)}/#{full.exist?}", to: "files#show"
  end
end
