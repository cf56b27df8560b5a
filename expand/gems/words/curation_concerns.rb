# curation_concerns, which hyrax took over.
#
# module: CurationConcerns
# newest: 1.7.8
# since: 0.8
# settings: CurationConcerns.config
# of: hyrax
